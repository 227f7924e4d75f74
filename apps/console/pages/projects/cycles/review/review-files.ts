import type { Reply } from '../../../../../../platform/client/index.ts'
import { saidOnce } from '../../../../../../domains/delivery/tasks/rules/unshown.ts'
import type { getTaskReviewEvidence } from '../../../../../../domains/delivery/review/contract.ts'
import { filesIn, linesOf, type DiffLine } from './parse-patch.ts'
import { sentenceOf } from '../../../../parts/finding/alike-findings.ts'

export type Evidence = Reply<typeof getTaskReviewEvidence>

/** A file of a change in its review. */
export interface ReviewFile {
  /** Undefined if the path is not UTF-8: then `pathBase64` has its bytes. */
  readonly path: string | undefined
  readonly pathBase64?: string
  readonly name: string
  readonly previousName?: string
  /** Undefined if the file was not renamed, or its previous path is not UTF-8. */
  readonly previousPath?: string
  /** Undefined if the evidence is an archive of all files of the project. */
  readonly kind?: Evidence['files'][number]['kind']
  readonly additions: number | null
  readonly deletions: number | null
  readonly isBinary: boolean
  /** Undefined if the lines were not read. */
  readonly lines?: readonly DiffLine[]
}

/** The files of a change with their lines; for a project without a repository, all its files. */
export const reviewFilesOf = ({ files, patch, archive }: Evidence): ReviewFile[] => {
  if (archive) return archive.files.map(archivedFile)
  const patches = new Map(filesIn(patch ?? '').map(({ path, lines }) => [path, lines]))
  // The last patch may be cut in its middle; that file is read separately.
  return files.map((file) => {
    const { path, pathBase64, previousPath, previousPathBase64, kind, additions, deletions, binary } = file
    const lines = path === undefined ? undefined : patches.get(path)
    const previous = previousPath ?? (previousPathBase64 && `base64 ${previousPathBase64}`)
    return {
      path,
      ...(pathBase64 !== undefined && { pathBase64 }),
      name: path ?? `base64 ${pathBase64}`,
      kind,
      additions,
      deletions,
      isBinary: binary,
      ...(previous !== undefined && { previousName: previous }),
      ...(previousPath !== undefined && { previousPath }),
      ...(lines && isWhole(lines, additions, deletions) && { lines }),
    }
  })
}

const isWhole = (lines: readonly DiffLine[], additions: number | null, deletions: number | null) => {
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  return count('add') === (additions ?? 0) && count('del') === (deletions ?? 0)
}

const archivedFile = ({ path, pathBase64, content, binary }: NonNullable<Evidence['archive']>['files'][number]) => ({
  path,
  name: path ?? `base64 ${pathBase64}`,
  additions: null,
  deletions: null,
  isBinary: binary,
  ...(content !== null && { lines: linesOf(content) }),
})

export interface FileFinding {
  readonly path: string
  /** The kind of a finding of rules. */
  readonly kind?: string
  readonly line?: number
  readonly reason: string
  readonly isOfModel: boolean
  /** Whether the list of unshown parts has it. */
  readonly isUnshown?: boolean
  /** Whether a person has to look at it. */
  readonly asks?: boolean
}

/** The review's findings in files, findings of rules first. */
export const findingsOf = ({ verdict }: Evidence): FileFinding[] => [
  ...saidOnce(verdict?.findings ?? []).map(({ kind, path, line, reason, unshown, level }) => ({
    kind,
    path,
    reason,
    isOfModel: false,
    isUnshown: unshown,
    asks: level !== 'note',
    ...(line !== undefined && { line }),
  })),
  ...(verdict?.modelReview?.findings ?? []).flatMap(({ path, line, reason }) =>
    path === undefined ? [] : [{ path, reason, isOfModel: true, ...(line !== undefined && { line }) }],
  ),
]

/** A fingerprint of the change of a file: its number of lines and 32 bits of FNV-1a over its beginning. */
export const printOf = ({ lines = [], additions, deletions, isBinary }: ReviewFile): string => {
  let hash = 0x811c9dc5
  const text = [additions, deletions, isBinary, ...lines.slice(0, 2_000).map((line) => line.kind + line.text)].join(
    '\n',
  )
  for (let at = 0; at < Math.min(text.length, 100_000); at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return `${lines.length} ${hash.toString(36)}`
}

/** A finding in many files: its first place, and all places. */
export interface SharedFinding {
  readonly found: FileFinding
  readonly places: readonly FileFinding[]
  readonly files: number
}

const sharedLeast = 5

/** The findings with one sentence in at least `sharedLeast` files, and the findings that stay at their lines. */
export const sharedFindings = (all: readonly FileFinding[]) => {
  const groups = [...Map.groupBy(all, keyOf)].map(([, places]): SharedFinding => ({
    found: places[0]!,
    places,
    files: new Set(places.map(({ path }) => path)).size,
  }))
  const shared = groups.filter(({ files }) => files >= sharedLeast)
  const elsewhere = new Set(shared.flatMap(({ places }) => places))
  return { shared, own: all.filter((one) => !elsewhere.has(one)) }
}

const keyOf = (one: FileFinding) => (one.isOfModel ? `model ${one.reason}` : sentenceOf(one))

/** A change of at most so many files is read in the order of its files. */
const orderedMost = 8

/** The files of a change; in a long change, files with findings for a person come first. */
export const inReadingOrder = (files: readonly ReviewFile[], own: readonly FileFinding[]): readonly ReviewFile[] => {
  if (files.length <= orderedMost) return files
  const asking = new Set(own.flatMap(({ path, asks }) => (asks ? [path] : [])))
  return [...files.filter(({ name }) => asking.has(name)), ...files.filter(({ name }) => !asking.has(name))]
}
