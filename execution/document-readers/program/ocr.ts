import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { refusedPage, type ReadJob, type ReadPage, type ReadRecord } from '../reader.ts'
import { RefusedDocumentError } from './fault.ts'
import { markdownOfItems } from './layout.ts'
import type { TextItem } from './page-items.ts'
import { pageOfText } from './pages.ts'
import { openPdf } from './pdf.ts'
import { pictureSize } from './picture-size.ts'

const run = promisify(execFile)
const dpi = 200
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
  const pdf = await openPdf(job.path)
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
  // A page of any size becomes a picture of at most some thousand dots on each side.
  const scale = ['-r', String(dpi), '-scale-to', '3000']
  const only = ['-f', String(number), '-l', String(number), '-singlefile']
  await run('pdftoppm', ['-png', '-gray', ...scale, ...only, path, target], { timeout: pageMs })
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
  const args = [picture, 'stdout', '-l', languages, '--psm', '3', 'tsv']
  const limits = { timeout: pageMs, maxBuffer: wordsMostBytes, env: { ...process.env, OMP_THREAD_LIMIT: '1' } }
  const { stdout } = await run('tesseract', args, limits)
  const words = wordsOf(stdout)
  const page = pageOfText(number, markdownOfItems(words))
  if (page.state !== 'parsed') return { ...page, reasons: ['no_words'] }
  const chars = words.reduce((sum, { text }) => sum + text.length, 0)
  const sure = words.reduce((sum, { text, sureness }) => sum + text.length * sureness, 0) / chars
  const confidence = Math.round(sure) / 100
  return { ...page, confidence, reasons: confidence < 0.6 ? ['unsure'] : [] }
}

type Word = TextItem & { readonly sureness: number }

/**
 * The words of a table that tesseract writes: level, page, block, paragraph, line, word, left, top, width, height, how
 * sure, text. Words have the base line of their line, and the usual size where their line is about as high as others.
 */
const wordsOf = (table: string): readonly Word[] => {
  const rows = table.split('\n').map((row) => row.split('\t'))
  const lines = new Map(rows.filter(([level]) => level === '4').map((row) => [lineId(row), row] as const))
  const heights = [...lines.values()].map((row) => Number(row[9])).toSorted((a, b) => a - b)
  const usual = heights[Math.floor(heights.length / 2)] ?? 1
  return rows.flatMap((row) => {
    const [level, , , , , , left, , width, , sureness, text = ''] = row
    const line = lines.get(lineId(row))
    if (level !== '5' || !line || text.trim() === '') return []
    const height = Number(line[9])
    const size = height < usual * 1.35 ? usual : height
    const isRightToLeft = /^[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text)
    const place = { x: Number(left), y: Number(line[7]) + height, width: Number(width), size }
    return [{ text, ...place, isRightToLeft, sureness: Number(sureness) }]
  })
}

const lineId = (row: readonly string[]) => row.slice(1, 5).join(' ')
