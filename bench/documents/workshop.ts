import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { picturePage } from './picture-page.ts'

const run = promisify(execFile)

/** A scanner's marks on a page. */
export interface ScanLook {
  readonly dpi?: number
  /** Turned by so many degrees, to the right. */
  readonly degrees?: number
  /** Standard deviation of the noise, of 255 steps of grey. */
  readonly noise?: number
  readonly quality?: number
  readonly format?: 'pdf' | 'png' | 'jpeg'
}

/** Makes documents: prints pages with Chromium, and scans them with `pdftoppm` and a canvas. */
export interface Workshop {
  readonly print: (html: string) => Promise<Buffer>
  readonly scan: (pdf: Buffer, look?: ScanLook) => Promise<Buffer>
}

export const openWorkshop = (browser: Browser, folder: string): Workshop => ({
  print: async (html) => {
    const page = await browser.newPage()
    try {
      await page.setContent(html)
      return await page.pdf({ preferCSSPageSize: true })
    } finally {
      await page.close()
    }
  },
  scan: async (pdf, { dpi = 200, degrees = 0, noise = 0, quality = 0.8, format = 'pdf' } = {}) => {
    const base = join(folder, 'to-scan')
    await writeFile(`${base}.pdf`, pdf)
    await run('pdftoppm', ['-png', '-r', String(dpi), '-singlefile', `${base}.pdf`, base])
    const picture = `data:image/png;base64,${(await readFile(`${base}.png`)).toString('base64')}`
    await Promise.all([rm(`${base}.pdf`), rm(`${base}.png`)])
    const page = await browser.newPage()
    try {
      const type = format === 'png' ? 'image/png' : 'image/jpeg'
      const order = JSON.stringify({ picture, degrees, noise, quality, type })
      const { url, width, height } = await page.evaluate<ScannedPicture>(`(${scannedPicture})(${order})`)
      const bytes = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
      return format === 'pdf' ? picturePage(bytes, { width, height, dpi }) : bytes
    } finally {
      await page.close()
    }
  },
})

interface ScannedPicture {
  readonly url: string
  readonly width: number
  readonly height: number
}

// Runs in the browser: a picture turned on white paper, with the same noise in each run.
const scannedPicture = `async ({ picture, degrees, noise, quality, type }) => {
  const image = new Image()
  image.src = picture
  await image.decode()
  const isOnItsSide = Math.round(Math.abs(degrees) / 90) % 2 === 1
  const canvas = document.createElement('canvas')
  canvas.width = isOnItsSide ? image.height : image.width
  canvas.height = isOnItsSide ? image.width : image.height
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((degrees * Math.PI) / 180)
  context.drawImage(image, -image.width / 2, -image.height / 2)
  if (noise > 0) {
    const grains = context.getImageData(0, 0, canvas.width, canvas.height)
    let seed = 20261123
    const random = () => {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
      return (seed + 1) / 4294967297
    }
    for (let at = 0; at < grains.data.length; at += 4) {
      const grain = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random()) * noise
      for (let channel = 0; channel < 3; channel += 1) grains.data[at + channel] += grain
    }
    context.putImageData(grains, 0, 0)
  }
  return { url: canvas.toDataURL(type, quality), width: canvas.width, height: canvas.height }
}`
