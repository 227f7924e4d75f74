import { forbiddenPath, leadsIntoGit, shownPath } from '../paths.ts'

/** Something of a folder that is not in its commit. `path` is for people; one of a folder ends in a slash. */
export interface LeftOutPath {
  readonly path: string
  readonly reason: string
  /** The number of files and links in it. */
  readonly files: number
}

type PlacedPath =
  | { readonly path: string; readonly reason?: undefined }
  | { readonly path?: undefined; readonly reason: string }

/** The path of an archive's entry in its folder, in git's form, or why it cannot be in it. */
export const placePath = (name: string): PlacedPath => {
  if (name.startsWith('/')) return { reason: 'an absolute path' }
  if (name.includes('\uFFFD') || !name.isWellFormed()) return { reason: 'a name that is not UTF-8' }
  const path = name
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')
  const reason = path === '' ? 'the folder itself' : forbiddenPath(Buffer.from(path))
  return reason === undefined ? { path } : { reason }
}

const linkMostBytes = 4095

/** Why a symbolic link is left out; undefined if it stays in the folder. `..` may only begin its target. */
export const linkFault = (path: string, target: string): string | undefined => {
  if (target === '' || target.includes('\0') || target.includes('\uFFFD') || Buffer.byteLength(target) > linkMostBytes)
    return 'a link whose target no system takes'
  if (leadsIntoGit(Buffer.from(target))) return 'a link into git’s own folder .git'
  const parts = target.split('/').filter((part) => part !== '' && part !== '.')
  const named = parts.findIndex((part) => part !== '..')
  const ups = named === -1 ? parts.length : named
  const leadsOut = target.startsWith('/') || ups > path.split('/').length - 1 || parts.slice(ups).includes('..')
  return leadsOut ? 'a link that leads out of the folder' : undefined
}

/**
 * The paths that lie below another path in the set, which no folder can have: below a link they would lie elsewhere.
 */
export const withoutNested = (paths: ReadonlySet<string>): string[] =>
  [...paths].filter((path) => foldersOf(path).some((folder) => paths.has(folder)))

/** The folders of a path, the outermost first. */
const foldersOf = (path: string): string[] => {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_part, at) => parts.slice(0, at + 1).join('/'))
}

/** The folders of a path that is left out; a path that leads elsewhere has none. */
const groupsOf = (path: string): string[] =>
  path.split('/').every((part) => !['', '.', '..'].includes(part)) ? foldersOf(path) : []

/**
 * The paths that are left out; a folder covers its content if nothing of it is kept and all has the same reason.
 */
export const grouped = (
  leftOut: readonly { readonly path: string; readonly reason: string }[],
  kept: readonly string[],
): LeftOutPath[] => {
  const holding = new Set([...kept, ...kept.flatMap(foldersOf)])
  const reasons = new Map<string, Set<string>>()
  for (const { path, reason } of leftOut)
    for (const folder of groupsOf(path)) reasons.set(folder, (reasons.get(folder) ?? new Set()).add(reason))
  const groups = new Map<string, { reason: string; files: number }>()
  for (const { path, reason } of leftOut) {
    const folder = groupsOf(path).find((one) => !holding.has(one) && reasons.get(one)!.size === 1)
    const shown = folder === undefined ? path : `${folder}/`
    const group = groups.get(shown) ?? { reason, files: 0 }
    groups.set(shown, { ...group, files: group.files + 1 })
  }
  return [...groups].map(([path, group]) => ({ path: shownPath(Buffer.from(path)), ...group })).sort(byPath)
}

const byPath = (a: LeftOutPath, b: LeftOutPath) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path))
