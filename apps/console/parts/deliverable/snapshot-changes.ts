import type { SnapshotContent } from './snapshot.ts'

/** The differences of two snapshots, as a client reads them. */
export interface Changes {
  /** Its earlier title; undefined if the title is the same. */
  readonly oldTitle?: string
  /** New and removed lines of the text, in order. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly isDueDateOther: boolean
  readonly isStepOther: boolean
  /** How many of the files that belong to it are new, gone, or have other bytes. */
  readonly files: number
}

const linesOf = ({ summary }: SnapshotContent) => (summary ?? '').split('\n').flatMap((line) => line.trim() || [])

/** Lines that are in one list oftener than in the other. */
const beyond = (lines: readonly string[], others: readonly string[]): string[] => {
  const left = [...others]
  return lines.filter((line) => {
    const at = left.indexOf(line)
    if (at < 0) return true
    left.splice(at, 1)
    return false
  })
}

const filesBetween = (before: SnapshotContent, after: SnapshotContent): number => {
  const hashes = (shown: SnapshotContent) => new Map(shown.artifacts.map(({ name, sha256 }) => [name, sha256]))
  const old = hashes(before)
  const now = hashes(after)
  return [...new Set([...old.keys(), ...now.keys()])].filter((name) => old.get(name) !== now.get(name)).length
}

/** The news in `after`; undefined if a client sees no difference. */
export const changesBetween = (before: SnapshotContent, after: SnapshotContent): Changes | undefined => {
  const old = linesOf(before)
  const now = linesOf(after)
  const changes: Changes = {
    ...(before.title !== after.title && { oldTitle: before.title }),
    added: beyond(now, old),
    removed: beyond(old, now),
    isDueDateOther: before.dueDate !== after.dueDate,
    isStepOther: before.clientStatus !== after.clientStatus,
    files: filesBetween(before, after),
  }
  const { oldTitle, added, removed, isDueDateOther, isStepOther, files } = changes
  const isSame =
    oldTitle === undefined && added.length + removed.length + files === 0 && !isDueDateOther && !isStepOther
  return isSame ? undefined : changes
}
