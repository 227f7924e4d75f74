import { changedOrigins } from './changed-origins.ts'
import { isLockFile } from './lock-names.ts'
import { filesBeside, readLock } from './lock-readers.ts'
import { linesOf, type LockedPackage } from './locked-package.ts'

/** A lock file with a text on both sides. */
interface ChangedLock {
  readonly path: string
  readonly before: string
  readonly after: string
}

/** A package that comes to another version. */
interface Move {
  readonly was: LockedPackage
  readonly is: LockedPackage
}

/**
 * True if nothing changes in a lock file but versions and hashes of packages that the request names, each with the
 * version that it comes to: with these put back, each line is what it was. A package in several versions is not judged.
 */
export const movesNamedPackages = ({ path, before, after }: ChangedLock, request: string): boolean => {
  if (!isLockFile(path) || changedOrigins(path, before, after).length > 0) return false
  const moves = movesOf(packagesIn(path, before), packagesIn(path, after))
  const isNamed = ({ is }: Move) => namesPackage(request, is.name) && namesVersion(request, is.version)
  if (moves.length === 0 || !moves.every(isNamed)) return false
  const was = linesOf(before)
  const is = linesOf(after)
  return (
    was.length === is.length &&
    was.every((line, at) => line === is[at] || moves.some((move) => moved(line, move) === is[at]))
  )
}

type ByName = ReadonlyMap<string, readonly LockedPackage[]>

const packagesIn = (path: string, text: string): ByName => {
  const read = readLock(path, text, filesBeside)
  return Map.groupBy(typeof read === 'object' ? read : [], ({ name }) => name)
}

/** Packages whose version differs; empty if a package came, went, or is there several times with other versions. */
const movesOf = (before: ByName, after: ByName): readonly Move[] => {
  const names = new Set([...before.keys(), ...after.keys()])
  const moves: Move[] = []
  for (const name of names) {
    const was = before.get(name) ?? []
    const is = after.get(name) ?? []
    if (versionsOf(was) === versionsOf(is)) continue
    if (was.length !== 1 || is.length !== 1) return []
    moves.push({ was: was[0]!, is: is[0]! })
  }
  return moves
}

const versionsOf = (all: readonly LockedPackage[]) => all.map(({ version }) => version).join(' ')

/** Returns a line with the version and the hashes that the package comes to. */
const moved = (line: string, { was, is }: Move): string => {
  const hashes = [...is.hashes.values()]
  return [...was.hashes.values()].reduce(
    (text, hash, at) => text.replaceAll(hash, () => hashes[at] ?? hash),
    line.replaceAll(new RegExp(`(?<![\\w.])${RegExp.escape(was.version)}(?!\\w|[.]\\d)`, 'g'), () => is.version),
  )
}

/** True if a text has the name of a package as a word of its own; `-`, `_` and `.` are one, as Python has it. */
export const namesPackage = (text: string, name: string): boolean => {
  const words = ` ${alike(text)} `
  const sought = alike(name)
  for (let at = words.indexOf(sought); at !== -1; at = words.indexOf(sought, at + 1)) {
    const before = words[at - 1]!
    const after = words.slice(at + sought.length, at + sought.length + 2)
    if (!/[\w@/-]/.test(before) && !/^([\w/]|-\w)/.test(after)) return true
  }
  return false
}

const alike = (text: string) => text.toLowerCase().replaceAll(/[-_.]+/g, '-')

/** True if a text has a version, or its first two numbers if the version is no early one. */
export const namesVersion = (request: string, version: string): boolean => {
  const plain = version.replace(/^v/, '')
  const short = /^\d+[.]\d+(?=[.][\d.]+$)/.exec(plain)?.[0]
  return [plain, ...(short === undefined ? [] : [short])].some((sought) =>
    new RegExp(`(?<![\\w.-])v?${RegExp.escape(sought)}(?![\\w-]|[.]\\d)`).test(request),
  )
}
