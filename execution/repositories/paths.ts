/** A path in a tree: text if it is UTF-8, else its bytes in base64. */
export type TreePath =
  | { readonly path: string; readonly pathBase64?: undefined }
  | { readonly path?: undefined; readonly pathBase64: string }

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The text of these bytes; undefined when they are not UTF-8. */
export const utf8Of = (bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** A path as it leaves this folder. */
export const treePathOf = (bytes: Uint8Array): TreePath => {
  const path = utf8Of(bytes)
  return path === undefined ? { pathBase64: Buffer.from(bytes).toString('base64') } : { path }
}

/** The bytes of a path, as git wants them. */
export const bytesOf = (path: TreePath): Buffer =>
  path.path === undefined ? Buffer.from(path.pathBase64, 'base64') : Buffer.from(path.path)

/** A path for a sentence: invisible characters and bytes that are not UTF-8 are written as their numbers. */
export const shownPath = (bytes: Uint8Array): string => {
  const text = utf8Of(bytes)
  if (text !== undefined) return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (hidden) => `\\u{${numberOf(hidden)}}`)
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[^ -~]/g, (byte) => `\\x${numberOf(byte)}`)
}

const numberOf = (character: string) => character.codePointAt(0)!.toString(16).padStart(2, '0')

// Characters that HFS+ leaves out when it compares names. Source: git's utf8.c, next_hfs_char.
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/**
 * Why a tree must not hold an entry of this name, as the end of the sentence “x is …”; undefined when it may.
 * Names that some file system takes for `.git` are refused for all. Source: git's path.c and utf8.c.
 */
export const forbiddenName = (name: Uint8Array): string | undefined => {
  if (name.length === 0) return 'an empty name'
  if (name.length > 255) return 'a name of more than 255 bytes, which most file systems cannot hold'
  const text = Buffer.from(name).toString('utf8')
  if (text === '.' || text === '..') return 'a step to another folder, not a name'
  if (text.includes('/')) return 'a path where a name belongs'
  if (text.includes('\0')) return 'a name with a NUL byte'
  return isGitFolder(text) ? 'a name that some systems take for git’s own folder .git' : undefined
}

const isGitFolder = (name: string) => {
  if (name.replace(ignoredByHfs, '').toLowerCase() === '.git') return true
  // NTFS ignores dots and spaces at the end, and everything from a colon on; a backslash separates there.
  return name.split('\\').some((part) => /^(\.git|git~1)[ .]*(:.*)?$/i.test(part))
}

/** Whether a link of this target leads into git's own folder, however a file system spells it. */
export const leadsIntoGit = (target: Uint8Array): boolean =>
  Buffer.from(target).toString('utf8').split('/').some(isGitFolder)

const partsMax = 250

/** `forbiddenName` for each part of a path that is relative to the root of a tree. */
export const forbiddenPath = (path: Buffer): string | undefined => {
  if (path.length > 4000) return 'a path of more than 4000 bytes'
  if (path[0] === 0x2f) return 'an absolute path'
  const parts = partsOf(path)
  if (parts.length > partsMax) return `a path of more than ${partsMax} folders`
  return parts.map(forbiddenName).find((reason) => reason !== undefined)
}

export const partsOf = (path: Buffer): Buffer[] => {
  const parts: Buffer[] = []
  let start = 0
  for (let end = path.indexOf(0x2f); end !== -1; end = path.indexOf(0x2f, start)) {
    parts.push(path.subarray(start, end))
    start = end + 1
  }
  parts.push(path.subarray(start))
  return parts
}

/**
 * Groups of paths that become one on a file system that ignores case or the way accents are composed: files and folders
 * that lie in the same folder. Paths below two folders that clash are not listed again. The memory that it takes
 * follows the number of paths and not their depth.
 */
export const caseClashes = (paths: Iterable<Buffer>): Buffer[][] => {
  const clashes: Buffer[][] = []
  const folders: Siblings[] = []
  let before: Buffer = Buffer.alloc(0)
  // In the order of their bytes all paths of a folder follow each other, so that only the open folders are held.
  for (const path of [...paths].sort((a, b) => Buffer.compare(a, b))) {
    const ends = endsOf(path)
    const shared = sharedParts(before, path)
    folders.length = Math.min(folders.length, shared + 1)
    for (let level = shared; level < ends.length; level += 1) {
      const siblings = (folders[level] ??= new Siblings())
      const clash = siblings.add(path.subarray(0, ends[level]))
      if (clash) clashes.push(clash)
    }
    before = path
  }
  return clashes
}

/** The entries of a folder. Most folders of a hostile tree hold one entry, which clashes with nothing. */
class Siblings {
  #only: Buffer | undefined
  #exact: Set<string> | undefined
  readonly #folded = new Map<string, Buffer[]>()

  /** The group that this entry makes to a clash, which later ones of the same name join. */
  add(path: Buffer): Buffer[] | undefined {
    if (!this.#only) {
      this.#only = path
      return undefined
    }
    if (!this.#exact) {
      this.#exact = new Set()
      this.#insert(this.#exact, this.#only)
    }
    return this.#insert(this.#exact, path)
  }

  #insert(exact: Set<string>, path: Buffer): Buffer[] | undefined {
    const name = path.subarray(path.lastIndexOf(0x2f) + 1)
    const key = name.toString('latin1')
    if (exact.has(key)) return undefined
    exact.add(key)
    const folded = foldedPath(name)
    const group = this.#folded.get(folded)
    if (!group) this.#folded.set(folded, [path])
    return group?.push(path) === 2 ? group : undefined
  }
}

/** Where each part of a path ends. */
const endsOf = (path: Buffer): number[] => {
  const ends: number[] = []
  for (let end = path.indexOf(0x2f); end !== -1; end = path.indexOf(0x2f, end + 1)) ends.push(end)
  return [...ends, path.length]
}

/** How many folders two paths have in common. */
const sharedParts = (a: Buffer, b: Buffer): number => {
  let shared = 0
  for (let at = 0; at < a.length && a[at] === b[at]; at += 1) if (a[at] === 0x2f) shared += 1
  return shared
}

// Bytes that are not UTF-8 stay apart as their latin1 characters do.
const foldedPath = (path: Buffer) => (utf8Of(path) ?? path.toString('latin1')).normalize('NFC').toLowerCase()

/** Each folder on the way to a path, then the path. */
export function* prefixesOf(path: Buffer): Generator<Buffer> {
  for (let end = path.indexOf(0x2f); end !== -1; end = path.indexOf(0x2f, end + 1)) yield path.subarray(0, end)
  yield path
}
