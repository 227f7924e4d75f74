import type { Transaction } from '../db/transaction.ts'
import type { StoredRow } from './row.ts'
import { chainPage, checkpointsAfter } from './store.ts'
import type { ChainItem } from './verify.ts'

/** Carries a short read out; each is a transaction of its own, so that a long walk holds none open. */
export type ReadTransaction = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

// A page becomes rows in one go, which other requests wait for.
const pageRows = 100

interface ChainRange {
  /** Rows up to this position are left out; by default 0. */
  readonly after?: number
  /** The position of the last row, and the size of the last checkpoint: later ones may come during the reading. */
  readonly upTo: number
  readonly upToSize: number
}

/**
 * Rows of a workspace's chain, and its checkpoints, each after its last row; checkpoints of more rows come last. Two
 * pages of rows at a time are in memory.
 */
export async function* readChain(
  read: ReadTransaction,
  { after = 0, upTo, upToSize }: ChainRange,
): AsyncGenerator<ChainItem> {
  const notes = readNotes(read, after, upToSize)
  let note = await notes.next()
  for await (const item of readRows(read, after, upTo)) {
    while (!note.done && note.value.size < item.row.position) {
      yield note.value
      note = await notes.next()
    }
    yield item
  }
  for (; !note.done; note = await notes.next()) yield note.value
}

/** The next page is read while one is looked at. */
async function* readRows(read: ReadTransaction, after: number, upTo: number) {
  const pageAfter = (position: number) => {
    const page = read((tx) => chainPage(tx, { after: position, upTo, limit: pageRows }))
    // A reader that stops in the middle does not wait for it.
    page.catch(() => undefined)
    return page
  }
  let coming = after < upTo ? pageAfter(after) : undefined
  while (coming) {
    const rows: StoredRow[] = await coming
    const last = rows.at(-1)?.row.position ?? upTo
    coming = last < upTo ? pageAfter(last) : undefined
    yield* rows
  }
}

async function* readNotes(read: ReadTransaction, after: number, upTo: number) {
  for (let size = after; ;) {
    const page = await read((tx) => checkpointsAfter(tx, { after: size, upTo, limit: pageRows }))
    yield* page
    if (page.length < pageRows) return
    size = page.at(-1)!.size
  }
}
