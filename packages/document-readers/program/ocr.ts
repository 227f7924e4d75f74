import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { refusedPage, type ReadJob, type ReadPage, type ReadRecord } from '../reader.ts'
import { RefusedDocumentError } from './fault.ts'
import { markdownOfItems } from './layout.ts'
import { readRotation, wordsOf } from './ocr-words.ts'
import { pageOfText } from './pages.ts'
import { openPdf } from './pdf.ts'

/** Width and height of a PNG, JPEG or GIF by its beginning; undefined if they are not there. */
const pictureSize = (bytes: Buffer): { readonly width: number; readonly height: number } | undefined => {
  if (bytes.length >= 24 && bytes.toString('latin1', 1, 4) === 'PNG')
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  if (bytes.length >= 10 && bytes.toString('latin1', 0, 3) === 'GIF')
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  return bytes.length >= 4 && bytes.readUInt16BE(0) === 0xff_d8 ? jpegSize(bytes) : undefined
}

const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const jpegSize = (bytes: Buffer) => {
  let at = 2
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

const run = promisify(execFile)
// About 255 dots an inch on A4. At 300, tesseract leaves out lines of noisy scans (bench/documents).
const longSideDots = 3_000
const pixelsMost = 60_000_000
const pageMs = 120_000
const wordsMostBytes = 32 * 2 ** 20

/** Recognizes words in pictures of pages by `pdftoppm` and `tesseract`. A picture is a document with one page. */
export async function* readByOcr(job: ReadJob): AsyncGenerator<ReadRecord> {
  await requireProgram('tesseract', ['--version'])
  const folder = await mkdtemp(join(tmpdir(), 'ocr-'))
  try {
    if (job.format === 'image') yield* readPicture(job)
    else yield* readPdfPictures(job, folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function* readPicture({ path, from, languages }: ReadJob): AsyncGenerator<ReadRecord> {
  yield { type: 'pages', count: 1 }
  if (from > 1) return
  yield { type: 'begin', number: 1 }
  const size = pictureSize(await beginningOf(path))
  if (size && size.width * size.height > pixelsMost) throw new RefusedDocumentError('too_large')
  yield { type: 'page', ...(await recognize(path, 1, languages).catch(refusedAs(1))) }
}

async function* readPdfPictures(job: ReadJob, folder: string): AsyncGenerator<ReadRecord> {
  await requireProgram('pdftoppm', ['-v'])
  const pdf = await openPdf(job.path, job.cmaps)
  if (pdf.numPages > job.pagesMost) throw new RefusedDocumentError('too_many_pages')
  yield { type: 'pages', count: pdf.numPages }
  for (let number = job.from; number <= pdf.numPages; number += 1) {
    yield { type: 'begin', number }
    const page = await readPdfPicture(job, folder, number).catch(refusedAs(number))
    yield { type: 'page', ...page }
  }
}

const readPdfPicture = async ({ path, languages }: ReadJob, folder: string, number: number): Promise<ReadPage> => {
  const target = join(folder, 'page')
  const only = ['-f', String(number), '-l', String(number), '-singlefile']
  await run('pdftoppm', ['-png', '-gray', '-scale-to', String(longSideDots), ...only, path, target], {
    timeout: pageMs,
  })
  return recognize(`${target}.png`, number, languages)
}

/** A page on which a program failed, or was ended because its time was up. */
const refusedAs = (number: number) => (error: { readonly killed?: boolean }) =>
  refusedPage(number, error.killed === true ? 'time' : 'malformed')

const requireProgram = (program: string, args: readonly string[]) =>
  run(program, args).catch(() => Promise.reject(new RefusedDocumentError('programs_missing')))

const beginningOf = async (path: string) => {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0)
  return buffer.subarray(0, bytesRead)
}

const recognize = async (picture: string, number: number, languages: string): Promise<ReadPage> => {
  const limits = { timeout: pageMs, maxBuffer: wordsMostBytes, env: { ...process.env, OMP_THREAD_LIMIT: '1' } }
  // A page with too few words for it, and a server without the data `osd`, is read as it is.
  const seen = await run('tesseract', [picture, 'stdout', '-l', 'osd', '--psm', '0'], limits).catch(() => ({
    stdout: '',
  }))
  const rotation = readRotation(seen.stdout)
  const layout = rotation === 0 ? '3' : '1'
  const args = [picture, 'stdout', '-l', languages, '--psm', layout, 'tsv']
  const { stdout } = await run('tesseract', args, limits)
  const words = wordsOf(stdout, rotation)
  const page = pageOfText(number, markdownOfItems(words))
  if (page.state !== 'parsed') return { ...page, reasons: ['no_words'] }
  const chars = words.reduce((sum, { text }) => sum + text.length, 0)
  const percent = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / chars
  const confidence = Math.round(percent) / 100
  return { ...page, confidence, reasons: confidence < 0.6 ? ['unsure'] : [] }
}
