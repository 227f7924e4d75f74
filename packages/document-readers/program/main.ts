import { text } from 'node:stream/consumers'
import type { ReadJob, ReadPage, ReadRecord, RowsJob, RowsRecord } from '../reader.ts'
import { RefusedDocumentError } from './fault.ts'
import { readHtml } from './html.ts'
import { readMail } from './mail.ts'
import { readByOcr } from './ocr.ts'
import { readPdf } from './pdf.ts'
import { readPlain } from './plain.ts'
import { readRows } from './rows.ts'
import { readSheets } from './sheet.ts'
import { readSlides } from './slides.ts'
import { readWord } from './word.ts'

// The program that reads a document in a sandbox: a job on standard input, records on standard output, one to a line.

const wholeReaders: Readonly<Record<string, (path: string) => Promise<readonly ReadPage[]>>> = {
  word: readWord,
  sheet: readSheets,
  slides: readSlides,
  html: readHtml,
  mail: readMail,
  plain: readPlain,
}

const recordsOf = (job: ReadJob | RowsJob): AsyncIterable<ReadRecord | RowsRecord> => {
  if (job.format === 'rows') return readRows(job)
  const read = wholeReaders[job.format]
  if (read) return wholeRecords(read, job)
  if (job.engine === 'ocr') return readByOcr(job)
  return job.format === 'pdf' ? readPdf(job.path, job) : unreadPicture(job)
}

/** A picture has no words of its own. */
async function* unreadPicture({ from }: ReadJob): AsyncGenerator<ReadRecord> {
  yield { type: 'pages', count: 1 }
  if (from > 1) return
  yield { type: 'page', number: 1, state: 'needs_ocr', confidence: 0, reasons: ['scanned'], markdown: '' }
}

async function* wholeRecords(
  read: (path: string) => Promise<readonly ReadPage[]>,
  { path, from, pagesMost }: ReadJob,
): AsyncGenerator<ReadRecord> {
  const pages = await read(path)
  if (pages.length > pagesMost) throw new RefusedDocumentError('too_many_pages')
  yield { type: 'pages', count: pages.length }
  for (const page of pages.slice(from - 1)) yield { type: 'page', ...page }
}

const write = (record: ReadRecord | RowsRecord) =>
  new Promise<void>((resolve) => {
    if (process.stdout.write(`${JSON.stringify(record)}\n`)) resolve()
    else process.stdout.once('drain', resolve)
  })

const job = JSON.parse(await text(process.stdin)) as ReadJob | RowsJob
try {
  for await (const record of recordsOf(job)) await write(record)
  await write({ type: 'finished' })
} catch (error) {
  // The error of a reader on a hostile file is no error of the server.
  await write({ type: 'refused', rule: error instanceof RefusedDocumentError ? error.rule : 'malformed' })
}
