import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { refusedPage, type ReadJob, type ReadPage, type ReadRecord } from '../reader.ts'
import { RefusedDocumentError } from './fault.ts'
import { markdownOfItems } from './layout.ts'
import { languagesFor, pageScriptOf } from './ocr-script.ts'
import { wordsOf } from './ocr-words.ts'
import { pageOfText } from './pages.ts'
import { openPdf } from './pdf.ts'
import { pictureSize } from './picture-size.ts'

const run = promisify(execFile)
// About 255 dots an inch on A4. At 300, tesseract leaves out lines of noisy scans (bench/documents).
const longSideDots = 3_000
const pixelsMost = 60_000_000
const pageMs = 120_000
const wordsMostBytes = 32 * 2 ** 20

/**
 * Recognizes the words in pictures of the pages by the programs `pdftoppm` (Poppler) and `tesseract`, which the operator
 * installs. A picture is a document of one page.
 */
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

const requireProgram = async (program: string, args: readonly string[]) => {
  try {
    await run(program, args)
  } catch {
    throw new RefusedDocumentError('programs_missing')
  }
}

const beginningOf = async (path: string) => {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

const recognize = async (picture: string, number: number, languages: string): Promise<ReadPage> => {
  const limits = { timeout: pageMs, maxBuffer: wordsMostBytes, env: { ...process.env, OMP_THREAD_LIMIT: '1' } }
  // A page with too few words for it, and a server without the data `osd`, is read as it is.
  const seen = await run('tesseract', [picture, 'stdout', '-l', 'osd', '--psm', '0'], limits).catch(() => ({
    stdout: '',
  }))
  const { turn, script } = pageScriptOf(seen.stdout)
  const layout = turn === 0 ? '3' : '1'
  const args = [picture, 'stdout', '-l', languagesFor(script, languages), '--psm', layout, 'tsv']
  const { stdout } = await run('tesseract', args, limits)
  const words = wordsOf(stdout, turn)
  const page = pageOfText(number, markdownOfItems(words))
  if (page.state !== 'parsed') return { ...page, reasons: ['no_words'] }
  const chars = words.reduce((sum, { text }) => sum + text.length, 0)
  const sure = words.reduce((sum, { text, sureness }) => sum + text.length * sureness, 0) / chars
  const confidence = Math.round(sure) / 100
  return { ...page, confidence, reasons: confidence < 0.6 ? ['unsure'] : [] }
}
