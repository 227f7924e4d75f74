import { changedOrigins } from './changed-origins.ts'
import { isLockFile } from './lock-names.ts'
import { filesBeside, readLock } from './lock-readers.ts'
import { linesOf, type LockedPackage } from './locked-package.ts'
import { namesPackage, namesVersion } from './named-packages.ts'

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
