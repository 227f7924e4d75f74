import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { invoiceRow, lineRows } from '../../../../testing/billing/invoice-rows.ts'
import { pageOf, textsOf } from './page-of.ts'
import { renderPage } from './render.ts'

const lacking = ['pdftoppm', 'pdftotext'].some((tool) => spawnSync(tool, ['-v']).error)
const skipped = lacking ? ': skipped, as poppler-utils is not installed' : ''

const { signal } = new AbortController()
const pdfOf = async (buyerLegalName: string, description: string): Promise<Buffer> => {
  const lines = lineRows([{ description }])
  const row = invoiceRow(lines, { id: '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11', buyerLegalName })
  const asked = { page: pageOf(row, lines, []), texts: textsOf(row, lines), xml: null, logo: null }
  const rendered = await renderPage(asked, signal)
  if (!Buffer.isBuffer(rendered)) throw new Error(JSON.stringify(rendered))
  return rendered
}

/** A part of a page in points, from its upper left corner. */
interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}
interface Picture {
  readonly width: number
  readonly height: number
  /** One byte per point of the page, 0 for black. */
  readonly grey: Buffer
}

const said = (tool: string, options: readonly string[], pdf: Buffer): Buffer => {
  const { stdout, status } = spawnSync(tool, [...options, '-'], { input: pdf, maxBuffer: 2 ** 24 })
  expect([tool, status]).toEqual([tool, 0])
  return stdout
}

/** The page drawn with one pixel to a point. */
const pictureOf = (pdf: Buffer): Picture => {
  const drawn = said('pdftoppm', ['-gray', '-r', '72', '-singlefile'], pdf)
  const [head, width, height] = /^P5\n(\d+) (\d+)\n255\n/.exec(drawn.subarray(0, 30).toString('latin1'))!
  return { width: Number(width), height: Number(height), grey: drawn.subarray(head.length) }
}

/** Place of a word that the page has once; text from right to left comes in the order in which it is seen. */
const boxOf = (pdf: Buffer, word: string): Box => {
  const seen = [word, Array.from(word).reverse().join('')]
  const words = [
    ...said('pdftotext', ['-bbox', '-'], pdf)
      .toString('utf8')
      .matchAll(/<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*)<\/word>/g),
  ].filter((found) => seen.includes(found[5]!.replaceAll(/[\u200b\u2066-\u2069]/g, '')))
  expect([word, words.length]).toEqual([word, 1])
  const [left, top, right, bottom] = words[0]!.slice(1, 5).map(Number) as [number, number, number, number]
  return { left: left - 2, top: top - 2, right: right + 2, bottom: bottom + 2 }
}

const isIn = (x: number, y: number) => (box: Box) => x >= box.left && x < box.right && y >= box.top && y < box.bottom

/** How many points of a picture are so, inside of any of these boxes or outside of all. */
const pointsIn = ({ width, height }: Picture, boxes: readonly Box[], isSo: (at: number) => boolean) => {
  const counted = { inside: 0, outside: 0 }
  for (let at = 0; at < width * height; at += 1)
    if (isSo(at)) counted[boxes.some(isIn(at % width, Math.floor(at / width))) ? 'inside' : 'outside'] += 1
  return counted
}
const inkIn = (picture: Picture, boxes: readonly Box[]) => pointsIn(picture, boxes, (at) => picture.grey[at]! < 128)

const mm = 72 / 25.4
// The bar of the brand, the content between the margins, and the footer.
const printed: readonly Box[] = [
  { left: 0, top: 0, right: 210 * mm + 1, bottom: 2.5 * mm + 1 },
  { left: 20 * mm - 1, top: 20 * mm - 1, right: 190 * mm + 1, bottom: 287 * mm },
]

// Two words of as many letters each: were their letters drawn as the same empty boxes, their pictures would be equal.
test.skipIf(!isLong || lacking).each([
  ['Latin', 'Łódź', 'Łóďź', 'Größe', 'Ærøþß'],
  ['Cyrillic', 'Гавань', 'Гавунь', 'Часы', 'Ґђїю'],
  ['Greek', 'Λιμάνι', 'Λιμένι', 'Ώρες', 'Ψυχή'],
  ['Arabic', 'شركة', 'شرفة', 'ساعات', 'كلمات'],
  ['Hebrew', 'נמל', 'נחל', 'שעות', 'דפים'],
])(`%s is drawn in its place, each letter as its own, and nothing in the margins${skipped}`, async (...row) => {
  const [, name, otherName, description, otherDescription] = row
  const pdfs = [await pdfOf(name, description), await pdfOf(otherName, otherDescription)] as const
  const picture = pictureOf(pdfs[0])
  const other = pictureOf(pdfs[1])
  const names = [boxOf(pdfs[0], name), boxOf(pdfs[1], otherName)]
  const descriptions = [boxOf(pdfs[0], description), boxOf(pdfs[1], otherDescription)]
  const differsAt = (at: number) => picture.grey[at] !== other.grey[at]
  for (const boxes of [names, descriptions]) {
    expect(inkIn(picture, boxes).inside).toBeGreaterThan(20)
    expect(pointsIn(picture, boxes, differsAt).inside).toBeGreaterThan(5)
  }
  expect(pointsIn(picture, [...names, ...descriptions], differsAt).outside).toBe(0)
  expect([inkIn(picture, printed).outside, inkIn(other, printed).outside]).toEqual([0, 0])
})

test.skipIf(lacking)(
  `500 letters without a space stay between the margins, as a name and as a description${skipped}`,
  async () => {
    const picture = pictureOf(await pdfOf('W'.repeat(500), 'ж'.repeat(500)))
    expect(inkIn(picture, printed)).toMatchObject({ outside: 0 })
    expect(inkIn(picture, printed).inside).toBeGreaterThan(10_000)
  },
)
