import type { LockedPackage } from './locked-package.ts'
import { isLockFile } from './lock-names.ts'
import { filesBeside, passedOverSince, readLock } from './lock-readers.ts'
import { isGitAddress } from './read-node-locks.ts'

/**
 * A package whose name and version stay, and whose origin differs.
 *
 * - `content`: its hash changed or is missing, or its address differs and no hash shows that the archive is the same.
 * - `commit`: it comes from another commit of a repository.
 * - `more`: it may be another archive as well, or its hash is of another kind, so that both cannot be compared.
 * - `address`: only the address differs; its hash is the same.
 * - `host`: a package or version that is new comes from a host that no package came from before.
 * - `unknown`: an entry that is new and not understood; `after` is its text, empty for a lock file that cannot be read.
 */
export interface ChangedOrigin {
  readonly kind: 'content' | 'commit' | 'more' | 'address' | 'host' | 'unknown'
  readonly name: string
  readonly version: string
  readonly line: number
  readonly before: string
  readonly after: string
}

const originsMost = 200
const textMostChars = 32 * 2 ** 20

/**
 * The packages of a lock file that come from elsewhere, or differ from their name and version, and the entries that are
 * not understood. A lock file that is new is not compared.
 */
export const changedOrigins = (path: string, before: string | undefined, after: string): readonly ChangedOrigin[] => {
  if (!isLockFile(path) || before === after) return []
  const lines = linesOf(after)
  const unknown = passedOverSince(path, before ?? '', after)
    .slice(0, originsMost)
    .map((one) => ({ ...one, kind: 'unknown' as const, line: lines.at(one, ''), before: '', after: one.mark }))
  if (before === undefined || before.length + after.length > 2 * textMostChars) return unknown
  return [...unknown, ...differencesOf(path, before, after)]
}

const differencesOf = (path: string, before: string, after: string): readonly ChangedOrigin[] => {
  const was = Map.groupBy(packagesOf(path, before), keyOf)
  const hosts = new Set([...was.values()].flat().flatMap(({ address }) => hostOf(address) ?? []))
  const lines = linesOf(after)
  const found: ChangedOrigin[] = []
  for (const one of packagesOf(path, after)) {
    if (found.length >= originsMost) break
    const olds = was.get(keyOf(one))
    const difference = olds ? differenceAmong(olds, one) : fromNewHost(hosts, one)
    if (!difference) continue
    const { name, version } = one
    found.push({ ...difference, name, version, line: lines.at(one, difference.after) })
  }
  return found
}

const packagesOf = (path: string, text: string): readonly LockedPackage[] => {
  const read = readLock(path, text, filesBeside)
  return typeof read === 'object' ? read.filter(({ name }) => name !== '') : []
}

const keyOf = ({ name, version }: LockedPackage) => `${name}\0${version}`

type Difference = Pick<ChangedOrigin, 'kind' | 'before' | 'after'>

/** A version may be in several places of a lock file: what one of them had before is no difference. */
const differenceAmong = (olds: readonly LockedPackage[], one: LockedPackage): Difference | undefined => {
  let first: Difference | undefined
  for (const old of olds) {
    const difference = differenceOf(old, one)
    if (!difference) return undefined
    first ??= difference
  }
  return first
}

const differenceOf = (old: LockedPackage, one: LockedPackage): Difference | undefined => {
  const moved = old.address !== undefined && one.address !== undefined && old.address !== one.address
  const addresses = moved ? { before: old.address, after: one.address } : undefined
  if (addresses && isGitAddress(addresses.before) && isGitAddress(addresses.after))
    return { kind: 'commit', ...addresses }
  const shared = [...old.hashes.keys()].filter((key) => one.hashes.has(key))
  const differing = shared.find((key) => old.hashes.get(key) !== one.hashes.get(key))
  if (differing !== undefined) {
    const change = { before: old.hashes.get(differing)!, after: one.hashes.get(differing)! }
    return { kind: isBranch(one.version) ? 'commit' : 'content', ...change }
  }
  if (addresses) return { kind: shared.length > 0 ? 'address' : 'content', ...addresses }
  if (old.hashes.size === 0) return undefined
  if (one.hashes.size === 0) return { kind: 'content', before: firstOf(old), after: '' }
  if (shared.length === 0)
    return { kind: isOtherKind(old, one) ? 'more' : 'content', before: firstOf(old), after: firstOf(one) }
  const added = [...one.hashes].find(([key]) => !old.hashes.has(key))
  return added && { kind: 'more', before: '', after: added[1] }
}

/** A branch of a repository in the place of a version moves on under its name. */
const isBranch = (version: string) => /^dev-|-dev$/.test(version)

// An algorithm or a key of a cache in the place of an archive: lock files of a newer tool have others.
const isOtherKind = (old: LockedPackage, one: LockedPackage) =>
  [...old.hashes.keys(), ...one.hashes.keys()].every((key) =>
    /^(?:sha\d{1,9}|md5|\d{1,9}c?\d{0,9}|checksum|archive)$/.test(key),
  )

const firstOf = ({ hashes }: LockedPackage) => [...hashes.values()][0] ?? ''

const hostOf = (address: string | undefined) => /^(?:[a-z]+\+)?https?:\/\/([^/\s:#]+)/.exec(address ?? '')?.[1]

const wellKnown = new Set([
  'registry.npmjs.org',
  'registry.yarnpkg.com',
  'pypi.org',
  'files.pythonhosted.org',
  'github.com',
  'index.crates.io',
  'rubygems.org',
  'api.github.com',
])

const fromNewHost = (hosts: ReadonlySet<string>, { address }: LockedPackage): Difference | undefined => {
  const host = hostOf(address)
  return host === undefined || hosts.has(host) || wellKnown.has(host)
    ? undefined
    : { kind: 'host', before: '', after: host }
}

const searchedMostChars = 20_000

/** Finds lines from the beginning to the end, since the packages of a lock file come in its order. */
const linesOf = (text: string) => {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const lineAt = (index: number) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle]! <= index) low = middle
      else high = middle
    }
    return low + 1
  }
  return {
    at: ({ mark }: LockedPackage, value: string): number => {
      const index = Math.max(text.indexOf(mark), 0)
      const inside = value === '' ? -1 : text.slice(index, index + searchedMostChars).indexOf(value)
      return lineAt(inside === -1 ? index : index + inside)
    },
  }
}
