import { parse, type ParseError } from 'jsonc-parser'
import { type Block, blocksOf, fieldsOf } from './blocks.ts'
import { entriesOf, hashesOf, isObject, type LockedPackage, unknownEntry, textOf } from './locked-package.ts'

const folder = 'node_modules/'

/** The packages in npm’s lock files, in any version of their format. */
export const npmPackages = ({ packages, dependencies }: Record<string, unknown>): LockedPackage[] => {
  if (packages === undefined) return nested(dependencies)
  return entriesOf(packages).flatMap(([path, one]): LockedPackage[] => {
    const at = path.lastIndexOf(folder)
    if (!isObject(one)) return [unknownEntry(JSON.stringify(path))]
    if (at === -1 || one.link === true) return []
    return [npmPackage(textOf(one.name) || path.slice(at + folder.length), one, JSON.stringify(path))]
  })
}

const levelsMost = 100

/** The first version of npm's lock files: packages are inside the packages that need them. */
const nested = (dependencies: unknown, level = 0): LockedPackage[] =>
  level > levelsMost
    ? [unknownEntry('"dependencies"')]
    : entriesOf(dependencies).flatMap(([name, one]): LockedPackage[] =>
        isObject(one)
          ? [npmPackage(name, one, JSON.stringify(name)), ...nested(one.dependencies, level + 1)]
          : [unknownEntry(JSON.stringify(name))],
      )

const npmPackage = (key: string, one: Record<string, unknown>, mark: string): LockedPackage => {
  const spec = textOf(one.version)
  const address = textOf(one.resolved) || undefined
  const rest = { hashes: hashesOf(textOf(one.integrity)), mark, isDevelopment: one.dev === true }
  // The first version of npm's lock files has a package under another name as `npm:real@1.0.0`, and a source as its version.
  const at = spec.startsWith('npm:') ? spec.indexOf('@', 'npm:@'.length) : -1
  if (at !== -1) return { name: spec.slice('npm:'.length, at), version: spec.slice(at + 1), address, ...rest }
  return spec.includes(':')
    ? { name: key, version: '', address: address ?? spec, ...rest }
    : { name: key, version: spec, address, ...rest }
}

/** The name and version in a key of pnpm: `/name/1.0.0_peer@2` before its version 6, `name@1.0.0(peer@2)` since then. */
const pnpmKey = (key: string, isBefore6: boolean) => {
  const path = key.startsWith('/') ? key.slice(1) : key
  const scope = path.startsWith('@') ? path.indexOf('/') + 1 : 0
  const at = path.indexOf(isBefore6 ? '/' : '@', Math.max(scope, 1))
  const version = at === -1 ? '' : path.slice(at + 1).split(isBefore6 ? /[_(/]/ : '(', 1)[0]!
  // A source is no version: the fields of the entry have it, if there is one.
  return { name: at === -1 ? path : path.slice(0, at), version: /^\d/.test(version) ? version : '' }
}
const inBraces = (text: string, name: string) => new RegExp(`\\b${name}: '?([^\\s,'}]+)`).exec(text)?.[1]

export const pnpmPackages = (text: string): LockedPackage[] => {
  const isBefore6 = /^lockfileVersion: '?[1-5]\b/m.test(text)
  return blocksOf(text).flatMap(({ head, lines }): LockedPackage[] => {
    if (!/^packages:(?: \{\})?$/.test(head)) {
      // An entry in another section had the line above it replaced.
      const entry = lines.find((line) => /^ {4}resolution:/.test(line))
      return entry === undefined && /^(?:(?!packages)[a-z]\w*:|---)/i.test(head) ? [] : [unknownEntry(entry ?? head)]
    }
    return blocksOf(lines, 2).flatMap((block) => pnpmPackage(block, isBefore6))
  })
}

const pnpmPackage = (block: Block, isBefore6: boolean): LockedPackage[] => {
  const { head } = block
  if (!head.endsWith(':')) return [unknownEntry(head)]
  const { fields, isTwo } = fieldsOf(block, 4)
  const key = pnpmKey(head.slice(2, -1).replaceAll(/['"]/g, ''), isBefore6)
  const own = (field: string) => /^'?([^\s']+)'?$/.exec(fields.get(field) ?? '')?.[1]
  const resolution = fields.get('resolution') ?? ''
  const one = {
    name: own('name') ?? key.name,
    version: own('version') ?? key.version,
    address: withCommit(
      inBraces(resolution, 'tarball') ?? inBraces(resolution, 'repo'),
      inBraces(resolution, 'commit'),
    ),
    hashes: hashesOf(inBraces(resolution, 'integrity') ?? ''),
    mark: head,
  }
  return isTwo ? [one, unknownEntry(head)] : [one]
}

const withCommit = (address: string | undefined, commit: string | undefined) =>
  commit === undefined ? address : `${address ?? 'git'}#${commit}`

/** A package under another name, `short@npm:real@1`, is the real one. */
const alias = /^"?@?[^\s"@,]{1,214}@npm:(@?[^\s"@,]{1,214})@/

/** Both yarns: a line with the ranges, and below it the version, its address and its hash. */
export const yarnPackages = (text: string): LockedPackage[] =>
  blocksOf(text).flatMap((block): LockedPackage[] => {
    const { head } = block
    if (head === '__metadata:') return []
    const { fields, isTwo } = fieldsOf(block, 2)
    const key = /^"?(@?[^\s"@,]+)@.*:$/.exec(head)?.[1]
    const value = (name: string) => /^"?([^\s"]+)"?$/.exec(fields.get(name) ?? '')?.[1]
    const version = value('version')
    if (key === undefined || version === undefined) return [unknownEntry(head)]
    const one = { name: alias.exec(head)?.[1] ?? key, version, mark: head, ...yarnOrigin(value) }
    const isAside = version === '0.0.0-use.local'
    return isTwo ? [one, unknownEntry(head)] : [{ ...one, isAside }]
  })

const yarnOrigin = (value: (name: string) => string | undefined): Pick<LockedPackage, 'address' | 'hashes'> => {
  const checksum = value('checksum')
  if (checksum !== undefined || value('resolution') !== undefined) {
    const [, key = 'checksum', hash = ''] = /^(?:([^/]*)\/)?(.+)$/.exec(checksum ?? '') ?? []
    return { address: value('resolution'), hashes: new Map(hash === '' ? [] : [[key, hash]]) }
  }
  const [address, fragment] = (value('resolved') ?? '').split('#')
  const isCommit = isGitAddress(address!)
  const hashes = hashesOf(value('integrity') ?? '')
  if (fragment !== undefined && !isCommit) hashes.set('archive', fragment)
  const whole = isCommit ? value('resolved') : address
  return { address: whole === '' ? undefined : whole, hashes }
}

/** Whether an address names a commit of a repository rather than an archive of a registry. */
export const isGitAddress = (address: string): boolean =>
  /^git(?:\+|:|@)|^(?:github|gitlab|bitbucket):|[.]git(?:[#?]|$)|^https:\/\/codeload\.github\.com\//.test(address)

/** JSON with commas at the ends of lists. An entry is `["name@1.0.0", registry, fields, hash]`; a source has no registry. */
export const bunPackages = (text: string): LockedPackage[] => {
  const errors: ParseError[] = []
  const lock: unknown = parse(text, errors, { allowTrailingComma: true })
  if (errors.length > 0 || !isObject(lock)) throw new Error('no lock file of Bun')
  return entriesOf(lock.packages).map(([key, one]): LockedPackage => {
    const mark = `${JSON.stringify(key)}: [`
    const [, name, source] = /^(@?[^@]+)@(.*)$/.exec(textOf(Array.isArray(one) ? one[0] : one)) ?? []
    if (name === undefined || !Array.isArray(one)) return unknownEntry(JSON.stringify(key))
    const texts = (one as unknown[]).slice(1).map(textOf)
    const integrity = texts.findLast((word) => /^sha\d+-/.test(word)) ?? ''
    const isVersion = /^\d/.test(source!)
    return {
      name,
      version: isVersion ? source! : '',
      address: isVersion ? texts.slice(0, 1).find(Boolean) : source,
      hashes: hashesOf(integrity),
      mark,
      isAside: /^(?:workspace|link|root):/.test(source!),
    }
  })
}
