import type { Transaction } from '../../../platform/db/transaction.ts'
import { openPageReader, type Page } from './next-page.ts'
import type { EventRow } from './tables.ts'

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
const readPage = async <Frame>(
  { read, page, over, frame }: FollowInput<Frame>,
  after: number,
): Promise<Page<Frame>> => {
  const [isOver, rows] = await read((tx) => Promise.all([over(tx), page(tx, after, pageRows)]))
  return {
    frames: rows.map(frame).filter((made) => made !== undefined),
    position: rows.at(-1)?.position ?? after,
    isLast: rows.length < pageRows,
    isOver,
  }
}

/** The position behind a `Last-Event-ID`; an invalid one counts from the beginning. */
export const positionOf = (lastEventId: string | undefined): number | undefined =>
  lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) : undefined
