/** A fast-forward of a branch that is checked out, from when its files begin to change until the branch has moved. */
export interface Move {
  readonly branch: string
  readonly from: string
  readonly to: string
}

/** The state of a path in the work tree after a move was cut off, among paths that differ between its two commits. */
export type PathState =
  | 'from'
  | 'to'
  /** Neither has it; git had removed it to rewrite it. */
  | 'absent'
  /** The beginning of its new content. */
  | 'partial'
  /** Changed since by hand. */
  | 'edited'

export interface InterruptedPath {
  readonly path: string
  readonly state: PathState
  readonly isInFrom: boolean
  readonly isInTo: boolean
}

export interface Settlement {
  readonly way: 'finish' | 'undo'
  /** Paths to be written out of the commit that the way leads to. */
  readonly write: readonly string[]
  readonly remove: readonly string[]
  /** Files that a person has changed since, which stay as they are. */
  readonly kept: readonly string[]
}

/** A move that was cut off is finished, or taken back if one of its files was changed since. */
export const settle = (cuts: readonly InterruptedPath[], only?: Settlement['way']): Settlement => {
  const kept = cuts.filter(({ state }) => state === 'edited').map(({ path }) => path)
  const way = only ?? (kept.length > 0 ? 'undo' : 'finish')
  const done = way === 'finish' ? 'to' : 'from'
  const open = cuts.filter(({ state }) => state !== done && state !== 'edited')
  const isThere = ({ isInFrom, isInTo }: InterruptedPath) => (way === 'finish' ? isInTo : isInFrom)
  const pathsOf = (some: readonly InterruptedPath[]) => some.map(({ path }) => path)
  return { way, kept, write: pathsOf(open.filter(isThere)), remove: pathsOf(open.filter((cut) => !isThere(cut))) }
}
