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

const npmPackage = (name: string, one: Record<string, unknown>, mark: string): LockedPackage => ({
  name,
  version: textOf(one.version),
  address: textOf(one.resolved) || undefined,
  hashes: hashesOf(textOf(one.integrity)),
  mark,
})

const pnpmKey = /^ {2}'?\/?(@?[^\s'@/]+(?:\/[^\s'@/]+)?)[@/]([^\s'(:_/][^\s'(:_]*)/
const inBraces = (line: string, name: string) => new RegExp(`\\b${name}: '?([^\\s,'}]+)`).exec(line)?.[1]

export const pnpmPackages = (text: string): LockedPackage[] => {
  const found: LockedPackage[] = []
  let isInside = false
  for (const line of text.split('\n')) {
    if (/^\S/.test(line)) isInside = line.startsWith('packages:')
    if (!isInside) continue
    const key = pnpmKey.exec(line)
    if (key) found.push({ name: key[1]!, version: key[2]!, hashes: new Map(), mark: key[0] })
    const last = found.at(-1)
    if (!last || !/^ {4}/.test(line)) continue
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
