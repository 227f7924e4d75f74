import { createHash } from 'node:crypto'
import { decodeText } from '../../packages/charsets/index.ts'
import type { ComponentType, LockedPackage } from '../../packages/lock-files/index.ts'
import { type LockReading, readLock } from '../../packages/lock-files/in-thread.ts'
import type { Component, ComponentFile } from './component.ts'
import { isUnlocked, typeOfFile } from './manifests.ts'

const componentsMost = 20_000

export interface CommitFiles {
  /** Contents by path, as Latin-1. */
  readonly files: ReadonlyMap<string, string>
  /** Paths that were not read. */
  readonly unread: readonly string[]
}

/** Returns the packages that files of a commit name, by path. */
export const readFiles = ({ files, unread }: CommitFiles): ComponentFile[] => {
  const paths = new Set([...files.keys(), ...unread])
  const read = [...files].flatMap(([path, content]): ComponentFile[] => {
    const bytes = Buffer.from(content, 'latin1')
    const text = decodeText(bytes, 'utf-8')
    const file = { path, type: typeOfFile(path) ?? 'npm', sha256: createHash('sha256').update(bytes).digest('hex') }
    const reading = readLock(path, text, files)
    if (reading !== undefined) return reading === 'elsewhere' ? [] : [{ ...file, ...stateOf(file.type, reading) }]
    return isUnlocked(path, text, paths) ? [{ ...file, state: 'unlocked', components: [] }] : []
  })
  const lost = unread.map((path): ComponentFile => {
    return { path, type: typeOfFile(path) ?? 'npm', state: 'unread', sha256: '', components: [] }
  })
  return withinLimit([...read, ...lost].toSorted((one, other) => (one.path < other.path ? -1 : 1)))
}

const allMost = 50_000

/** Files behind the limit of a commit count as unread. */
const withinLimit = (files: readonly ComponentFile[]): ComponentFile[] => {
  let left = allMost
  return files.map((file) => {
    left -= file.components.length
    return left < 0 ? { ...file, state: 'unread', components: [] } : file
  })
}

const textMostChars = 500

/** Whether a package has a name and a version that no stranger made longer than any registry takes. */
const isNamed = ({ name, version }: Component) =>
  [name, version].every((text) => text !== '' && text.length <= textMostChars && !/[\0\ufffd]/.test(text))

const stateOf = (
  type: ComponentType,
  reading: Exclude<LockReading, 'elsewhere'>,
): Pick<ComponentFile, 'state' | 'components'> => {
  if (reading === 'unread' || reading.length > componentsMost) return { state: 'unread', components: [] }
  const used = reading.filter(({ isAside }) => !isAside).map((one) => component(one.type ?? type, one))
  const components = used.filter(isNamed)
  return { state: components.length === used.length ? 'locked' : 'part', components }
}

const component = (type: ComponentType, one: LockedPackage): Component => ({
  type,
  name: one.name,
  version: plainVersion(type, one.version),
  isDevelopment: one.isDevelopment ?? false,
  address: withoutLogin(one.address),
  hash: hashOf(one.hashes),
})

/** The platform that a gem was built for is no part of its version, nor is the letter of Composer's tags. */
const plainVersion = (type: ComponentType, version: string): string => {
  if (type === 'gem') return version.split('-', 1)[0]!
  return type === 'composer' ? version.replace(/^v(?=\d)/, '') : version
}

const algorithms = [
  ['sha512', 'SHA-512', 128],
  ['sha384', 'SHA-384', 96],
  ['sha256', 'SHA-256', 64],
  ['sha1', 'SHA-1', 40],
] as const

/** The hash of the only archive that a lock file names; undefined if there are several, or no hash with an algorithm. */
const hashOf = (hashes: ReadonlyMap<string, string>): Component['hash'] => {
  for (const [name, alg, digits] of algorithms) {
    const base64 = hashes.get(name)
    if (base64 === undefined) continue
    const content = base64.length === digits ? base64 : Buffer.from(base64, 'base64').toString('hex')
    if (content.length === digits) return { alg, content }
  }
  const checksum = hashes.get('checksum')
  return checksum !== undefined && /^[0-9a-f]{64}$/.test(checksum) ? { alg: 'SHA-256', content: checksum } : undefined
}

const addressMostChars = 2_000

/** An address of the web without what signs in there: names, passwords and the query. */
const withoutLogin = (address: string | undefined): string | undefined => {
  if (address === undefined || address.length > addressMostChars) return undefined
  const url = URL.parse(address.replace(/^(?:git|registry|sparse)\+/, ''))
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return undefined
  return `${url.protocol}//${url.host}${url.pathname}`
}
