const mebibyte = 2 ** 20

/** Limits for a file, for a cycle's run with all its tasks, and for a project. */
export const limits = {
  fileBytes: 16 * mebibyte,
  runFiles: 200,
  runBytes: 128 * mebibyte,
  projectBytes: 2_048 * mebibyte,
} as const

const pathMostChars = 300

// Control, format and unassigned characters, lone surrogates, line separators, and the mark of unreadable bytes.
const unfit = /[\p{C}\p{Zl}\p{Zp}\\\uFFFD]/u

/** True if a path of a file may be its name here: relative, on one line, and the same for everybody who reads it. */
export const isName = (path: string): boolean =>
  path.length <= pathMostChars &&
  !unfit.test(path) &&
  path.split('/').every((name) => name.trim() !== '' && name !== '.' && name !== '..')

/** A file that could be kept. */
export interface FoundFile {
  readonly path: string
  readonly sizeBytes: number
}

/** How many files and bytes may still be kept. */
export interface FreeSpace {
  readonly files: number
  readonly bytes: number
}

interface FileChoice {
  readonly taken: readonly FoundFile[]
  readonly refused: readonly { readonly path: string; readonly reason: RefusalReason }[]
}

export const reasons = {
  name: 'its name cannot be kept',
  size: `more than ${limits.fileBytes / mebibyte} MiB`,
  files: `more than ${limits.runFiles} files in a run`,
  bytes: `no room: a run keeps ${limits.runBytes / mebibyte} MiB, a project ${limits.projectBytes / mebibyte} MiB`,
  secret: 'the commands had secrets, and it is no text in which they could be masked',
  unreadable: 'it could not be read',
} as const
export type RefusalReason = keyof typeof reasons

/** Chooses the files to keep, in the order of their paths, as long as there is room. */
export const choose = (found: readonly FoundFile[], room: FreeSpace): FileChoice => {
  const taken: FoundFile[] = []
  const refused: { path: string; reason: RefusalReason }[] = []
  let bytes = 0
  for (const file of found) {
    const reason = reasonAgainst(file, { files: room.files - taken.length, bytes: room.bytes - bytes })
    if (reason) refused.push({ path: file.path, reason })
    else {
      taken.push(file)
      bytes += file.sizeBytes
    }
  }
  return { taken, refused }
}

const reasonAgainst = ({ path, sizeBytes }: FoundFile, room: FreeSpace): RefusalReason | undefined => {
  if (!isName(path)) return 'name'
  if (sizeBytes > limits.fileBytes) return 'size'
  if (room.files <= 0) return 'files'
  return sizeBytes > room.bytes ? 'bytes' : undefined
}

/** Files in groups that are read at once: each group has no more bytes than one file may have. */
export const batches = (files: readonly FoundFile[]): FoundFile[][] => {
  const groups: FoundFile[][] = []
  let bytes = Infinity
  for (const file of files) {
    bytes += file.sizeBytes
    if (bytes > limits.fileBytes) {
      groups.push([])
      bytes = file.sizeBytes
    }
    groups.at(-1)!.push(file)
  }
  return groups
}

const shownMost = 5

/** The sentence in a check's log about the files that it left. */
export const sentenceOf = (
  kept: number,
  refused: FileChoice['refused'],
  { more, print }: { readonly more: boolean; readonly print: (path: string) => string },
): string => {
  const named = refused.slice(0, shownMost).map(({ path, reason }) => `  ${onOneLine(print(path))}: ${reasons[reason]}`)
  const rest = refused.length - named.length
  return [
    `Artifacts: ${kept === 1 ? '1 file is' : `${kept} files are`} kept.`,
    ...(named.length > 0 ? ['Not kept:', ...named] : []),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
    ...(more ? ['There are more files than were looked at.'] : []),
  ].join('\n')
}

const shownChars = 120
const onOneLine = (text: string) =>
  text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
    .slice(0, shownChars)
    .toWellFormed()

/** The file name in a browser: the last part of its path. */
export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** The key of the content: equal bytes of a run are stored once. */
export const objectKey = ({ projectId, runId, sha256 }: { projectId: string; runId: string; sha256: string }): string =>
  `${objectsOf(projectId)}/${runId}/${sha256}`
export const objectsOf = (projectId: string): string => `artifacts/${projectId}`
