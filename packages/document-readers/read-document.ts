import type { Outcome, Sandboxes, SandboxLimits } from './sandbox.ts'
import {
  refusedPage,
  type DocumentFormat,
  type DocumentRefusal,
  type ReadingEngine,
  type ReadPage,
  type ReadRecord,
} from './reader.ts'
import { reasonOf, runProgram } from './run-program.ts'

const mebibyte = 2 ** 20

/** The limits of reading one document. A page that uses it up is refused, and the pages after it are read. */
export const readingLimits: SandboxLimits & { pagesMost: number; restartsMost: number; recordMostChars: number } = {
  cpuSeconds: 600,
  memoryBytes: 1_024 * mebibyte,
  processes: 64,
  fileSizeBytes: 256 * mebibyte,
  diskBytes: 512 * mebibyte,
  wallMs: 900_000,
  outputBytes: 256 * mebibyte,
  pagesMost: 2_000,
  restartsMost: 10,
  recordMostChars: 4 * mebibyte,
}

interface DocumentToRead {
  /** Shows up in the name of the sandbox. */
  readonly id: string
  /** A file of the host. */
  readonly path: string
  readonly format: DocumentFormat
  readonly engine: ReadingEngine
  readonly languages: string
  /** The first page to read: those before it are known. */
  readonly from: number
  readonly onPages: (count: number) => Promise<unknown>
  readonly onPage: (page: ReadPage) => Promise<unknown>
  readonly signal: AbortSignal
}

/**
 * Reads a document in a sandbox without network, and passes on every page, in order. A page on which the program runs
 * out of time or memory, or dies twice, is passed on as refused; after too many ends of the program the rest is.
 * Returns why the document cannot be read; undefined if every page was passed on. Aborting throws its reason.
 */
export const readDocument = async (sandboxes: Sandboxes, document: DocumentToRead, limits = readingLimits) => {
  let next = document.from
  let count: number | undefined
  let diedAt: number | undefined
  for (let attempt = 0; ; attempt += 1) {
    const run = await runOnce(sandboxes, { ...document, from: next }, limits)
    document.signal.throwIfAborted()
    count = run.count ?? count
    next = run.next
    if (run.isFinished) return undefined
    if (run.refusal !== undefined && count === undefined) return run.refusal
    const reason = run.refusal ?? reasonOf(run.outcome)
    // A program also dies for reasons that have nothing to do with the page.
    if (reason === 'malformed' && run.refusal === undefined && diedAt !== next) {
      diedAt = next
      continue
    }
    if (count === undefined) return reason
    if (next <= count) await document.onPage(refusedPage(next++, reason))
    if (attempt >= limits.restartsMost) while (next <= count) await document.onPage(refusedPage(next++, reason))
    if (next > count) return undefined
  }
}

/** The reader's records so far. */
interface ReadProgress {
  count: number | undefined
  /** The first page that was not passed on. */
  next: number
  refusal: DocumentRefusal | undefined
  isFinished: boolean
}

const runOnce = async (
  sandboxes: Sandboxes,
  { id, path, format, engine, languages, from, onPages, onPage, signal }: DocumentToRead,
  limits: typeof readingLimits,
): Promise<ReadProgress & { readonly outcome: Outcome }> => {
  const seen: ReadProgress = { count: undefined, next: from, refusal: undefined, isFinished: false }
  const take = async (record: ReadRecord) => {
    if (record.type === 'refused') seen.refusal = record.rule
    if (record.type === 'finished') seen.isFinished = true
    if (record.type === 'pages') {
      seen.count = record.count
      await onPages(record.count)
    }
    if (record.type !== 'page' || record.number !== seen.next) return
    const { type: _type, ...page } = record
    await onPage(page)
    seen.next += 1
  }
  const job = { format, engine, from, pagesMost: limits.pagesMost, languages }
  const outcome = await runProgram(sandboxes, { id, path, job, limits, take, signal })
  const { count, next, isFinished } = seen
  return { ...seen, outcome, isFinished: isFinished && count !== undefined && next > count }
}
