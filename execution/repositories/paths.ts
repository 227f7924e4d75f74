import type { TreePath } from './repositories.ts'

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

// What HFS+ leaves out when it compares names. Source: git's utf8.c, next_hfs_char.
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

/** `forbiddenName` for each part of a path that is relative to the root of a tree. */
export const forbiddenPath = (path: Buffer): string | undefined => {
  if (path.length > 4000) return 'a path of more than 4000 bytes'
  if (path[0] === 0x2f) return 'an absolute path'
  return partsOf(path)
    .map(forbiddenName)
    .find((reason) => reason !== undefined)
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
 * Groups of paths that become one on a file system that ignores case or the way accents are composed.
 * Folders on the way count too; what lies below a clash is not listed again.
 */
export const caseClashes = (paths: Iterable<Buffer>): Buffer[][] => {
  const seen = new Set<string>()
  const groups = new Map<string, Buffer[]>()
  for (const path of paths) {
    for (const prefix of prefixesOf(path)) {
      const key = prefix.toString('latin1')
      if (seen.has(key)) continue
      seen.add(key)
      const folded = foldedPath(prefix)
      const group = groups.get(folded)
      if (group) group.push(prefix)
      else groups.set(folded, [prefix])
    }
  }
  const clashes = [...groups].filter(([, group]) => group.length > 1)
  const isClash = new Set(clashes.map(([folded]) => folded))
  const isBelowClash = (folded: string) => isClash.has(folded.slice(0, Math.max(0, folded.lastIndexOf('/'))))
  return clashes.filter(([folded]) => !isBelowClash(folded)).map(([, group]) => group)
}

// Bytes that are not UTF-8 stay apart as their latin1 characters do.
const foldedPath = (path: Buffer) => (utf8Of(path) ?? path.toString('latin1')).normalize('NFC').toLowerCase()

/** Each folder on the way to a path, then the path. */
export function* prefixesOf(path: Buffer): Generator<Buffer> {
  for (let end = path.indexOf(0x2f); end !== -1; end = path.indexOf(0x2f, end + 1)) yield path.subarray(0, end)
  yield path
}
