import { setImmediate as immediately } from 'node:timers/promises'
import { sharedReadsOf } from '../../../platform/audit/index.ts'
import { isAgency, type Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { EventRow } from './tables.ts'

export interface Page<Frame> {
  readonly frames: readonly Frame[]
  /** The position behind the page. */
  readonly position: number
  /** Whether it was the last page when it was read. */
  readonly isLast: boolean
  /** Whether nothing more can come. */
  readonly isOver: boolean
}

interface PageWaiter {
  read(): Promise<Page<unknown>>
  end(page: Page<unknown> | undefined): void
  fail(error: unknown): void
}

const readersAtOnce = 256

interface PendingRead {
  readonly workspace: string
  readonly stream: string
  readonly after: number
  readonly readers: Set<PageWaiter>
}

const waiting = new Map<string, PendingRead>()
const nameOf = (stream: string, after: number) => `${stream} ${after}`

interface PageRequest<Frame> {
  readonly workspace: string
  /** Names the stream; readers with an equal name get the same frames. */
  readonly subject: string
  readonly signal: AbortSignal
  /** The page behind a position. Decides for its own reader before it reads. */
  readonly read: (after: number) => Promise<Page<Frame>>
}

/** A reader of a stream, who gets a page at a time. */
export interface PageReader<Frame> {
  /**
   * The next page behind a position, as soon as it has events; undefined once the signal aborts. Readers at the same
   * position wait together: one of them reads at each hint, and the others are woken when there is something for them.
   */
  next(after: number): Promise<Page<Frame> | undefined>
  close(): void
}

/** Opens a stream for one reader, to be closed. The signal is heard once, since there may be thousands of readers. */
export const openPageReader = <Frame>({ workspace, subject, signal, read }: PageRequest<Frame>): PageReader<Frame> => {
  const stream = `${workspace} ${subject}`
  let leave = () => {}
  const onAbort = () => leave()
  signal.addEventListener('abort', onAbort)
  return {
    next: (after) =>
      new Promise<Page<Frame> | undefined>((resolve, reject) => {
        if (signal.aborted) {
          resolve(undefined)
          return
        }
        const waiter: PageWaiter = { read: () => read(after), end: resolve as PageWaiter['end'], fail: reject }
        const readers = join({ workspace, stream, after }, waiter)
        leave = () => {
          readers.delete(waiter)
          resolve(undefined)
        }
      }),
    close: () => signal.removeEventListener('abort', onAbort),
  }
}

const join = (at: Omit<PendingRead, 'readers'>, waiter: PageWaiter): Set<PageWaiter> => {
  const name = nameOf(at.stream, at.after)
  const pending = waiting.get(name)
  if (pending) return pending.readers.add(waiter)
  const begun = { ...at, readers: new Set([waiter]) }
  waiting.set(name, begun)
  serve(begun, name).catch((error: unknown) => {
    waiting.delete(name)
    for (const { fail } of begun.readers) fail(error)
  })
  return begun.readers
}

/** Nothing follows a page that is not full, until the next hint. */
const serve = async ({ workspace, stream, after, readers }: PendingRead, name: string) => {
  for (let [first] = readers; first; [first] = readers) {
    const reader = first
    const reads = sharedReadsOf(workspace)
    const page = await reads.once(name, reader.read).catch((error: unknown) => {
      readers.delete(reader)
      reader.fail(error)
    })
    if (page && (page.position > after || page.isOver)) {
      if (page.isLast) await reads.once(nameOf(stream, page.position), async () => ({ ...page, frames: [] }))
      await giveAll(readers, page)
    } else if (page) await reads.over
  }
  waiting.delete(name)
}

/** Other work of the process is done between some hundred readers and the next. */
const giveAll = async (readers: Set<PageWaiter>, page: Page<unknown>) => {
  let given = 0
  for (const reader of readers) {
    readers.delete(reader)
    reader.end(page)
    given += 1
    if (given % readersAtOnce === 0) await immediately()
  }
}

/** The side that gets an event: requests for a person stay among the agency. */
export type EventReader = 'agency' | 'client'
export const readerOf = ({ role }: Pick<Caller, 'role'>): EventReader => (isAgency(role) ? 'agency' : 'client')

const pageRows = 200

interface FollowInput<Frame> {
  readonly workspace: string
  /** Names the subject and the view: readers with an equal name share reads and frames. */
  readonly subject: string
  /** The position after which events are wanted. */
  readonly after: number
  readonly signal: AbortSignal
  /** Decides for its own reader before it reads. */
  readonly read: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  readonly page: (tx: Transaction, after: number, limit: number) => Promise<EventRow[]>
  /** Called when there is nothing more to send: whether nothing more can come. */
  readonly over: (tx: Transaction) => Promise<boolean>
  /** The readers' view of an event; undefined if they get nothing. Equal for every reader. */
  readonly frame: (row: EventRow) => Frame | undefined
}

/**
 * Streams events of a kind from a position on, without a gap or a repeat, for as long as the reader stays. Readers at
 * the same position share a read and its frames. Nothing is kept for a reader. See decisions/0087.
 */
export async function* followEvents<Frame>(following: FollowInput<Frame>): AsyncGenerator<Frame> {
  const { workspace, subject, signal } = following
  const pages = openPageReader({ workspace, subject, signal, read: (after) => readPage(following, after) })
  try {
    for (let { after } = following; ;) {
      const page = await pages.next(after)
      if (!page) return
      for (const frame of page.frames) yield frame
      if (page.isLast && page.isOver) return
      after = page.position
    }
  } finally {
    pages.close()
  }
}

/** Reads whether the stream is over before the page: an event that came in between is in the page then. */
const readPage = async <Frame>({ read, page, over, frame }: FollowInput<Frame>, after: number) => {
  const [isOver, rows] = await read((tx) => Promise.all([over(tx), page(tx, after, pageRows)]))
  return {
    frames: rows.map(frame).filter((one) => one !== undefined),
    position: rows.at(-1)?.position ?? after,
    isLast: rows.length < pageRows,
    isOver,
  }
}

/** The position behind a `Last-Event-ID`; an invalid one counts from the beginning. */
export const positionOf = (lastEventId: string | undefined): number | undefined =>
  lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined
