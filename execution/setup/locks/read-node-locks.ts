import { jsonObject } from '../../../platform/contract/json.ts'
import { bareHashes, entriesOf, hashesOf, isObject, type LockedPackage, textOf } from './locked-package.ts'

const folder = 'node_modules/'

export const npmPackages = (text: string): LockedPackage[] => {
  const { packages, dependencies } = jsonObject(text) ?? {}
  if (packages === undefined) return nested(dependencies)
  return entriesOf(packages).flatMap(([path, one]): LockedPackage[] => {
    const at = path.lastIndexOf(folder)
    if (at === -1 || !isObject(one) || one.link === true) return []
    return [npmPackage(textOf(one.name) || path.slice(at + folder.length), one, JSON.stringify(path))]
  })
}

const levelsMost = 100

/** The first version of npm's lock files: packages are inside the packages that need them. */
const nested = (dependencies: unknown, level = 0): LockedPackage[] =>
  level > levelsMost
    ? []
    : entriesOf(dependencies).flatMap(([name, one]): LockedPackage[] =>
        isObject(one) ? [npmPackage(name, one, JSON.stringify(name)), ...nested(one.dependencies, level + 1)] : [],
      )

const npmPackage = (key: string, one: Record<string, unknown>, mark: string): LockedPackage => {
  const written = textOf(one.version)
  const hashes = hashesOf(textOf(one.integrity))
  const address = textOf(one.resolved) || undefined
  // The first version of npm's lock files has a package under another name as `npm:real@1.0.0`, and a source as its version.
  const at = written.startsWith('npm:') ? written.indexOf('@', 'npm:@'.length) : -1
  if (at !== -1)
    return { name: written.slice('npm:'.length, at), version: written.slice(at + 1), address, hashes, mark }
  return written.includes(':')
    ? { name: key, version: '', address: address ?? written, hashes, mark }
    : { name: key, version: written, address, hashes, mark }
}

/** The name and version in a key of pnpm: `/name/1.0.0_peer@2` before its version 6, `name@1.0.0(peer@2)` since then. */
const pnpmPackage = (line: string, isBefore6: boolean): LockedPackage | undefined => {
  const words = line.trimEnd()
  if (!/^ {2}[^\s#]/.test(words) || !words.endsWith(':')) return undefined
  const key = words.slice(2, -1).replaceAll("'", '')
  const path = key.startsWith('/') ? key.slice(1) : key
  const scope = path.startsWith('@') ? path.indexOf('/') + 1 : 0
  const at = path.indexOf(isBefore6 ? '/' : '@', Math.max(scope, 1))
  const version = at === -1 ? '' : path.slice(at + 1).split(isBefore6 ? /[_(/]/ : '(', 1)[0]!
  // A source is no version: the fields of the entry have it, where there is one.
  return {
    name: at === -1 ? path : path.slice(0, at),
    version: /^\d/.test(version) ? version : '',
    hashes: new Map(),
    mark: words,
  }
}
const inBraces = (line: string, name: string) => new RegExp(`\\b${name}: '?([^\\s,'}]+)`).exec(line)?.[1]

export const pnpmPackages = (text: string): LockedPackage[] => {
  const found: LockedPackage[] = []
  const isBefore6 = /^lockfileVersion: '?[1-5]\b/m.test(text)
  let isInside = false
  for (const line of text.split('\n')) {
    if (/^\S/.test(line)) isInside = line.startsWith('packages:')
    if (!isInside) continue
    const next = pnpmPackage(line, isBefore6)
    if (next) found.push(next)
    const last = found.at(-1)
    if (!last || !/^ {4}/.test(line)) continue
    const [, field, value] = /^ {4}(name|version): '?([^\s']+)'?\s*$/.exec(line) ?? []
    if (field !== undefined) found[found.length - 1] = { ...last, [field]: value }
    const address = inBraces(line, 'tarball') ?? inBraces(line, 'repo')
    const integrity = inBraces(line, 'integrity')
    const commit = inBraces(line, 'commit')
    if (address === undefined && integrity === undefined && commit === undefined) continue
    found[found.length - 1] = {
      ...last,
      address: withCommit(address ?? last.address, commit),
      hashes: new Map([...last.hashes, ...hashesOf(integrity ?? '')]),
    }
  }
  return found
}

const withCommit = (address: string | undefined, commit: string | undefined) =>
  commit === undefined ? address : `${address ?? 'git'}#${commit}`

/** Both yarns: a line with the ranges, and below it the version, its address and its hash. */
export const yarnPackages = (text: string): LockedPackage[] =>
  text.split(/\n(?=["@\w])/).flatMap((part): LockedPackage[] => {
    const head = /^"?(@?[^\s"@,]+)@.*:\s*$/m.exec(part)
    const value = (name: string) => new RegExp(`^ {2}${name}:? "?([^\\s"]+)"?\\s*$`, 'm').exec(part)?.[1]
    const version = value('version')
    if (!head || version === undefined || version === '0.0.0-use.local') return []
    const mark = head[0].trim()
    const checksum = value('checksum')
    if (checksum !== undefined || value('resolution') !== undefined) {
      const [, key = 'checksum', hash = ''] = /^(?:([^/]*)\/)?(.+)$/.exec(checksum ?? '') ?? []
      const hashes = new Map(hash === '' ? [] : [[key, hash]])
      return [{ name: head[1]!, version, address: value('resolution'), hashes, mark }]
    }
    const [address, fragment] = (value('resolved') ?? '').split('#')
    const isCommit = isGitAddress(address!)
    const hashes = hashesOf(value('integrity') ?? '')
    if (fragment !== undefined && !isCommit) hashes.set('archive', fragment)
    const whole = isCommit ? value('resolved') : address
    return [{ name: head[1]!, version, address: whole === '' ? undefined : whole, hashes, mark }]
  })

/** Whether an address names a commit of a repository rather than an archive of a registry. */
export const isGitAddress = (address: string): boolean =>
  /^git(?:\+|:|@)|^(?:github|gitlab|bitbucket):|[.]git(?:[#?]|$)|^https:\/\/codeload\.github\.com\//.test(address)

export const bunPackages = (text: string): LockedPackage[] =>
  [
    ...text.matchAll(/^ {4}("[^"\n]+"): \["(@?[^"@\n]+)@([^"\n]+)"(?:, "([^"\n]*)")?(?:.*"(sha\d+-[^"\n]+)"\],?$)?/gm),
  ].map(([, mark, name, version, address, integrity]) => ({
    name: name!,
    version: version!,
    address: address === '' ? undefined : address,
    hashes: integrity === undefined ? bareHashes([]) : hashesOf(integrity),
    mark: mark!,
  }))
