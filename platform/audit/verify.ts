import { setImmediate } from 'node:timers/promises'
import { chainHash, detailsHash, emptyHead } from './chain.ts'
import { diagnose, type Break } from './diagnose.ts'
import { chainOriginOf, checkpointOf, openNote, unsignedCheckpointOf, type Checkpoint, type Verifier } from './note.ts'
import { erasureAction, type StoredRow } from './row.ts'
import { growTree, leafHash, type GrowingTree } from './tree.ts'

/** Rows in the order of the chain, and each checkpoint behind the last row that it is of. */
export type ChainItem = StoredRow | { readonly note: string }

/** An end of a chain: the position of its last row, and the hash over all rows up to it. */
export interface ChainHead {
  readonly position: number
  readonly hash: Buffer
}

/** A place up to which a chain was proven, with the tree of its rows; a walk from there on grows that tree. */
export interface ProvenHead extends ChainHead {
  readonly tree: GrowingTree
}

/** The expectations of a verification. */
export interface Terms {
  readonly origin: string
  readonly verifiers: readonly Verifier[]
  /** The proven part: the items begin behind it. Left out: the empty chain. */
  readonly from?: ProvenHead
  /** The declared end of the chain; `lastPosition` if rows lie beyond it. */
  readonly head?: ChainHead & { readonly lastPosition?: number }
  /** Notes that were kept elsewhere. */
  readonly kept?: readonly string[]
}

/** Rows, checkpoints and erased details that were looked at before the first break. */
interface ChainCounts {
  rows: number
  checkpoints: number
  erased: number
  /** Rows that a signed checkpoint vouches for; those behind may have been recomputed. */
  signed: number
}

/** The outcome of a verification, up to the first break. */
export interface Verdict extends Readonly<ChainCounts> {
  readonly ok: boolean
  /** How far the chain is proven. */
  readonly head: ChainHead
  readonly broken: Break | undefined
}

// A quarter of a millisecond of hashing: other requests are answered in between.
const rowsAtOnce = 5

interface ChainWalk {
  readonly terms: Terms
  position: number
  hash: Buffer
  /** The head before the last row. */
  before: Buffer
  readonly counts: ChainCounts
  readonly tree: GrowingTree
  /** Rows whose details were erased without a row that records it. */
  readonly unexplained: Set<number>
  /** Checkpoints of more rows than were walked, smallest first. */
  readonly ahead: Checkpoint[]
}

/**
 * Walks a chain once, in flat memory, and stops at the first difference in rows, details, order, length, head,
 * checkpoints or signatures. Pure except for its input.
 */
export const verifyChain = async (items: AsyncIterable<ChainItem>, terms: Terms): Promise<Verdict> => {
  const { position, hash, tree } = terms.from ?? { position: 0, hash: emptyHead, tree: growTree() }
  const counts = { rows: 0, checkpoints: 0, erased: 0, signed: position }
  const walk: ChainWalk = { terms, position, hash, before: hash, counts, tree, unexplained: new Set(), ahead: [] }
  const iterator = items[Symbol.asyncIterator]()
  try {
    const broken = (await walkItems(walk, iterator)) ?? endOf(walk)
    return { ok: broken === undefined, ...counts, head: { position: walk.position, hash: walk.hash }, broken }
  } finally {
    await iterator.return?.()
  }
}

const walkItems = async (walk: ChainWalk, iterator: AsyncIterator<ChainItem>): Promise<Break | undefined> => {
  for (const note of walk.terms.kept ?? []) {
    const wrong = checkNote(walk, note)
    if (wrong) return wrong
  }
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) {
    const item = next.value
    if ('note' in item) {
      const wrong = checkNote(walk, item.note)
      if (wrong) return wrong
      continue
    }
    if (!follows(walk, item)) return diagnose(walk, item, await nextRow(iterator))
    const wrong = checkDetails(walk, item) ?? checkDueNotes(walk)
    if (wrong) return wrong
    if (walk.counts.rows % rowsAtOnce === 0) await setImmediate()
  }
  return undefined
}

/** Whether the row is the next one of the chain; if so, the walk moves behind it. */
const follows = (walk: ChainWalk, { row, hash }: StoredRow): boolean => {
  if (row.position !== walk.position + 1 || !chainHash(walk.hash, row).equals(hash)) return false
  walk.before = walk.hash
  walk.hash = hash
  walk.position = row.position
  walk.counts.rows += 1
  walk.tree.push(leafHash(hash))
  return true
}

const nextRow = async (iterator: AsyncIterator<ChainItem>): Promise<StoredRow | undefined> => {
  for (let next = await iterator.next(); !next.done; next = await iterator.next())
    if (!('note' in next.value)) return next.value
  return undefined
}

const checkDetails = (walk: ChainWalk, { row, salt, details, erasedAt }: StoredRow): Break | undefined => {
  const at = { position: row.position, reason: 'details_changed' } as const
  if (salt && details) {
    if (detailsHash(salt, details).toString('hex') !== row.detailsHash)
      return { ...at, message: `The details of row ${row.position} are not those that were written with it.` }
    if (row.action === erasureAction) markExplained(walk, details.positions)
    return undefined
  }
  walk.counts.erased += 1
  if (erasedAt === null)
    return { ...at, message: `The details of row ${row.position} are gone, and nothing says that they were erased.` }
  walk.unexplained.add(row.position)
  return undefined
}

const markExplained = (walk: ChainWalk, positions: unknown) => {
  if (Array.isArray(positions)) for (const position of positions as unknown[]) walk.unexplained.delete(Number(position))
}

const checkNote = (walk: ChainWalk, note: string): Break | undefined => {
  const { origin, verifiers } = walk.terms
  const former = verifiers.map(({ publicKey }) => ({ name: chainOriginOf(origin), publicKey }))
  const opened = openNote(note, [...verifiers, ...former])
  const checkpoint = typeof opened === 'string' ? undefined : checkpointOf(opened.text)
  if (!checkpoint || ![origin, chainOriginOf(origin)].includes(checkpoint.origin)) return unsigned(walk, note, opened)
  if (checkpoint.size >= walk.position) {
    walk.ahead.push(checkpoint)
    walk.ahead.sort((one, other) => one.size - other.size)
    return checkDueNotes(walk)
  }
  return {
    position: checkpoint.size,
    reason: 'rows_reordered',
    message: `The checkpoint of ${checkpoint.size} rows stands behind row ${walk.position}.`,
  }
}

const unsigned = (walk: ChainWalk, note: string, opened: ReturnType<typeof openNote>): Break => {
  const size = unsignedCheckpointOf(note)?.size
  const which = size === undefined ? `A checkpoint behind row ${walk.position}` : `The checkpoint of ${size} rows`
  const wrong =
    opened === 'wrong'
      ? 'does not bear the signature that it claims'
      : opened === 'unknown'
        ? 'is signed by no key that is trusted here: give the former keys too, or take it for a forgery'
        : 'is signed, but is none of this chain'
  return { position: size ?? walk.position, reason: 'signature_wrong', message: `${which} ${wrong}.` }
}

/** Checkpoints of exactly the rows that were walked. */
const checkDueNotes = (walk: ChainWalk): Break | undefined => {
  for (let due = walk.ahead[0]; due?.size === walk.position; due = walk.ahead[0]) {
    const root = due.origin === walk.terms.origin ? walk.tree.root() : walk.hash
    if (!due.root.equals(root)) {
      return {
        position: due.size,
        reason: 'checkpoint_differs',
        message: `The first ${due.size} rows are not those that were signed: the chain was computed anew.`,
      }
    }
    walk.ahead.shift()
    walk.counts.checkpoints += 1
    walk.counts.signed = due.size
  }
  return undefined
}

const endOf = ({ terms: { head, from }, position, hash, ahead, unexplained }: ChainWalk): Break | undefined => {
  const signed = ahead[0]
  if (signed) return cutOff(position, `a signed checkpoint is of ${signed.size} rows`)
  if (!head) return unexplainedErasure(unexplained)
  if (from && from.position > head.position)
    return cutOff(head.position, `a signed checkpoint is of ${from.position} rows`)
  if (head.position > position) return cutOff(position, `its recorded head is at row ${head.position}`)
  if ((head.lastPosition ?? position) > head.position || position > head.position) {
    const message = `Row ${head.position + 1} lies behind the recorded head of the chain.`
    return { position: head.position + 1, reason: 'row_inserted', message }
  }
  if (head.hash.equals(hash)) return unexplainedErasure(unexplained)
  return { position, reason: 'head_differs', message: `The recorded head is not that of the chain at row ${position}.` }
}

const unexplainedErasure = (unexplained: ReadonlySet<number>): Break | undefined => {
  if (unexplained.size === 0) return undefined
  const position = [...unexplained].reduce((one, other) => Math.min(one, other))
  const message =
    `The details of row ${position} were erased, and no row of the log says so: ` +
    `an erasure leaves a row ${erasureAction} that names what it took.`
  return { position, reason: 'erasure_unexplained', message }
}

const cutOff = (position: number, but: string): Break => ({
  position: position + 1,
  reason: 'cut_off',
  message: `The chain ends after row ${position}, but ${but}.`,
})
