import { passedOverSince, readLock } from '../../packages/lock-files/in-thread.ts'
import type { SetupFiles } from './phases.ts'

/** Versions by the name of a package. */
type Packages = Map<string, Set<string>>

/** The change to a package between two states of a lock file. Versions are sorted; none means that it is not there. */
export interface PackageChange {
  readonly file: string
  readonly name: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export interface PackageChanges {
  readonly changes: readonly PackageChange[]
  readonly truncated: boolean
}

const changesMost = 1_000
const textMostChars = 32 * 2 ** 20
const wordMostChars = 200

/**
 * The packages that differ between two states of a project's lock files, by file and name, the first thousand;
 * `truncated` means that there are more, or may be: an unreadable lock file, and an unknown new entry, have no changes.
 */
export const changedPackages = (before: SetupFiles, after: SetupFiles): PackageChanges => {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort()
  const changes = paths.flatMap((file) => {
    const was = before.get(file) ?? ''
    const is = after.get(file) ?? ''
    return was === is ? [] : differences(file, packagesIn(file, before), packagesIn(file, after))
  })
  const isWhole = paths.every(
    (file) => passedOverSince(file, before.get(file) ?? '', after.get(file) ?? '').length === 0,
  )
  return { changes: changes.slice(0, changesMost), truncated: changes.length > changesMost || !isWhole }
}

const differences = (file: string, before: Packages, after: Packages): PackageChange[] =>
  [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((name) => {
    const was = sorted(before.get(name))
    const is = sorted(after.get(name))
    if (was.join() === is.join()) return []
    const kind = was.length === 0 ? 'added' : is.length === 0 ? 'removed' : 'changed'
    return [{ file, name, kind, before: was, after: is }]
  })

const sorted = (versions: Set<string> | undefined) => [...(versions ?? [])].sort()

/** The packages of others that a lock file names, with the requested range if it has no version. */
const packagesIn = (path: string, files: SetupFiles): Packages => {
  const found: Packages = new Map()
  const text = files.get(path) ?? ''
  const read = text.length > textMostChars ? undefined : readLock(path, text, files)
  for (const { name, version, asked, address, isAside } of typeof read === 'object' ? read : []) {
    if (name === '' || isAside) continue
    const known = found.get(name.slice(0, wordMostChars)) ?? new Set()
    const wanted = [version, asked, address].find(Boolean) ?? '*'
    found.set(name.slice(0, wordMostChars), known.add(wanted.slice(0, wordMostChars)))
  }
  return found
}
