import { posix } from 'node:path'
import { jsonObject } from '../foreign-json/index.ts'
import { type Block, blocksOf, fieldsOf } from './blocks.ts'
import { entriesOf, isObject, linesOf, listOf, type LockedPackage, unknownEntry, textOf } from './locked-package.ts'
import { isLockFile, type LockName, lockNameOf } from './lock-names.ts'
import { bunPackages, npmPackages, pnpmPackages, yarnPackages } from './read-node-locks.ts'
import {
  composerPackages,
  gemPackages,
  goPackages,
  pipfilePackages,
  requirementPackages,
  tomlPackages,
} from './read-other-locks.ts'

/** The packages of a lock file; `elsewhere` if another file beside it has the same content and is read. */
export type LockReading = readonly LockedPackage[] | 'unread' | 'elsewhere'

/** The other files of the commit. */
type CommitTexts = Pick<ReadonlyMap<string, string>, 'get' | 'has'>
type Reader = (text: string, file: { readonly path: string; readonly files: CommitTexts }) => LockReading

/** A lock file in JSON, which has at least one of these fields. */
const json =
  (fields: readonly string[], read: (lock: Record<string, unknown>) => readonly LockedPackage[]): Reader =>
  (text) => {
    const lock = jsonObject(text)
    return lock && fields.some((field) => lock[field] !== undefined) ? read(lock) : 'unread'
  }

/** A package of the repository itself has no source. */
const cargo: Reader = (text) =>
  tomlPackages(text).map((one) => ({ ...one, isAside: one.name !== '' && one.address === undefined }))
/** PDM's groups may be extras, which are shipped. */
const pdm: Reader = (text) => tomlPackages(text).map((one) => ({ ...one, isDevelopment: false }))

/** From Go 1.17 on, `go.mod` names every module that is built. */
const isComplete = (text: string) => {
  const [, major, minor] = /^go (\d{1,3})\.(\d{1,3})/m.exec(text) ?? []
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 17)
}
const goMod: Reader = (text, { path, files }) => {
  if (!isComplete(text)) return files.has(path.replace(/mod$/, 'sum')) ? 'elsewhere' : required(text, false)
  return required(text, true)
}
const goVerbs = ['module', 'go', 'toolchain', 'godebug', 'exclude', 'retract', 'tool', 'ignore']
const required = (text: string, isAll: boolean): LockedPackage[] => {
  const found: LockedPackage[] = []
  const replaced: { readonly words: readonly string[]; readonly by: readonly string[] }[] = []
  let block = ''
  for (const line of linesOf(text)) {
    const words = line.split('//', 1)[0]!.trim().replaceAll(/["`]/g, '').split(/\s+/)
    if (words[0] === '') continue
    const isOpening = block === '' && words.length === 2 && words[1] === '('
    if (words[0] === ')' || isOpening) {
      block = isOpening ? words[0]! : ''
      continue
    }
    const verb = block || words.shift()!
    const arrow = words.indexOf('=>')
    if (verb === 'replace' && arrow > 0) replaced.push({ words: words.slice(0, arrow), by: words.slice(arrow + 1) })
    else if (verb === 'require' && words.length === 2 && /^v\d/.test(words[1]!))
      found.push({ name: words[0]!, version: words[1]!, hashes: new Map(), mark: words[0]! })
    else if (!goVerbs.includes(verb)) found.push(unknownEntry(line))
  }
  const built = found.flatMap((one): LockedPackage[] => {
    const { by } =
      replaced.find(({ words: [name, version = one.version] }) => name === one.name && version === one.version) ?? {}
    // A folder is no module of others.
    if (by?.length === 1) return []
    return [by ? { ...one, name: by[0] ?? '', version: by[1] ?? '' } : one]
  })
  // An earlier Go leaves modules out: those have no version here.
  return isAll || found.length === 0 ? built : [...built, unknownEntry('go ')]
}
const goSum: Reader = (text, { path, files }) => {
  const beside = files.get(path.replace(/sum$/, 'mod'))
  if (beside !== undefined && isComplete(beside)) return 'elsewhere'
  return goPackages(text)
}

/** Requirements with an exact version. Others have none, and a file that is named has to be read. */
const requirements: Reader = (text, { path, files }) => {
  const folder = path.split('/').slice(0, -1)
  return requirementPackages(text, (other) => files.has(posix.join(...folder, other)))
}

const nuget = json(['version', 'dependencies'], (lock) => [
  ...new Map(
    entriesOf(lock.dependencies)
      .flatMap(([, target]) => entriesOf(target))
      .flatMap(([name, one]): [string, LockedPackage][] => {
        if (!isObject(one)) return [[name, unknownEntry(JSON.stringify(name))]]
        if (one.type === 'Project') return []
        const version = textOf(one.resolved)
        // The hash is that of the content without its signature, not of the archive.
        const hashes = new Map(textOf(one.contentHash) === '' ? [] : [['content', textOf(one.contentHash)]])
        return [[`${name} ${version}`, { name, version, hashes, mark: JSON.stringify(name) }]]
      }),
  ).values(),
])

const gradle: Reader = (text) =>
  linesOf(text).flatMap((line): LockedPackage[] => {
    if (/^\s*(?:#|$)|^empty=/.test(line)) return []
    const [mark, group, artifact, version, uses] = /^([^:#=\s]+):([^:=\s]+):([^:=\s]+)=(\S*)/.exec(line) ?? []
    if (mark === undefined) return [unknownEntry(line)]
    const isDevelopment = uses !== '' && uses!.split(',').every((use) => /^(?:test|annotationProcessor)/.test(use))
    return [{ name: `${group}:${artifact}`, version: version!, hashes: new Map(), mark, isDevelopment }]
  })

const pub: Reader = (text) =>
  blocksOf(text).flatMap(({ head, lines }): LockedPackage[] => {
    if (!/^packages:(?: \{\})?$/.test(head)) return /^(?!packages)[a-z]\w*:/.test(head) ? [] : [unknownEntry(head)]
    return blocksOf(lines, 2).flatMap(pubPackage)
  })

const pubPackage = (block: Block): LockedPackage[] => {
  const { head } = block
  const { fields, isTwo } = fieldsOf(block, 4)
  const name = /^ {2}"?([\w.]+)"?:$/.exec(head)?.[1]
  if (name === undefined) return [unknownEntry(head)]
  const value = (field: string) => /^"?([^"]*)"?$/.exec(fields.get(field) ?? '')?.[1] ?? ''
  const sha256 = /\bsha256: "?([0-9a-f]{64})\b/.exec(fields.get('description') ?? '')?.[1]
  const one = {
    name,
    version: value('version'),
    hashes: new Map(sha256 === undefined ? [] : [['sha256', sha256]]),
    mark: head,
    isDevelopment: value('dependency') === 'direct dev',
    // Libraries of the language's own kit, and folders of the repository, are not third-party packages.
    isAside: value('source') === 'sdk' || value('source') === 'path',
  }
  return isTwo ? [{ ...one, isAside: false }, unknownEntry(head)] : [one]
}

const mix: Reader = (text) =>
  linesOf(text.trim())
    .filter((line, at, { length }) => !(at === 0 && /^%\{\}?$/.test(line)) && !(at === length - 1 && line === '}'))
    .filter((line) => !/^\s*(?:#|$)/.test(line))
    .map((line) => {
      const [mark, name, version, sha256] =
        /^ {2}"[^"\n]+": \{:hex, :(\w+), "([^"\n]+)", "([0-9a-f]{64})"/.exec(line) ?? []
      if (mark === undefined) return unknownEntry(line)
      return { name: name!, version: version!, hashes: new Map([['sha256', sha256!]]), mark }
    })

const swift = json(['version', 'pins', 'object'], (lock) =>
  listOf(lock.pins ?? (isObject(lock.object) ? lock.object.pins : lock.object)).map((one) => {
    if (!isObject(one) || !isObject(one.state)) return unknownEntry(JSON.stringify(one).slice(0, 200))
    const address = textOf(one.location) || textOf(one.repositoryURL)
    const place = URL.parse(address)
    const name = /^https?:$/.test(place?.protocol ?? '') ? `${place!.host}${place!.pathname}`.replace(/\.git$/, '') : ''
    const version = textOf(one.state.version)
    const hashes = new Map(version === '' ? [] : [['revision', textOf(one.state.revision)]])
    return { name, version, address, hashes, mark: JSON.stringify(address) }
  }),
)

const deno = json(['version', 'packages', 'npm', 'jsr', 'remote'], (lock) => {
  const older = new Map(entriesOf(lock.packages))
  const named = (['npm', 'jsr'] as const).flatMap((type) =>
    entriesOf(lock[type] ?? older.get(type)).map(([key, one]): LockedPackage => {
      const mark = JSON.stringify(key)
      // `name@1.2.3_peer@4`: what follows the version are the peers that it was resolved with.
      const [, name, version] = /^(@?[^@]+)@([^_]+)/.exec(key) ?? []
      if (name === undefined) return unknownEntry(mark)
      const hash = /^sha(\d+)-(.+)$/.exec(isObject(one) ? textOf(one.integrity) : '')
      return { type, name, version: version!, hashes: new Map(hash ? [[`sha${hash[1]}`, hash[2]!]] : []), mark }
    }),
  )
  const others = [...older.keys()].filter((key) => !['specifiers', 'npm', 'jsr'].includes(key))
  // Modules by their address are no packages of a registry.
  const addresses = entriesOf(lock.remote).map(([address]) => address)
  return [...named, ...[...others, ...addresses].map((key) => unknownEntry(JSON.stringify(key)))]
})

export const lockReaders: Readonly<Record<LockName, Reader>> = {
  'package-lock.json': json(['packages', 'dependencies', 'lockfileVersion'], npmPackages),
  'npm-shrinkwrap.json': json(['packages', 'dependencies', 'lockfileVersion'], npmPackages),
  'pnpm-lock.yaml': pnpmPackages,
  'yarn.lock': yarnPackages,
  'bun.lock': bunPackages,
  'bun.lockb': () => 'unread',
  'deno.lock': deno,
  'requirements.txt': requirements,
  'poetry.lock': tomlPackages,
  'uv.lock': tomlPackages,
  'pdm.lock': pdm,
  'pylock.toml': tomlPackages,
  'Pipfile.lock': json(['_meta', 'default', 'develop'], pipfilePackages),
  'Cargo.lock': cargo,
  'go.mod': goMod,
  'go.sum': goSum,
  'Gemfile.lock': gemPackages,
  'composer.lock': json(['packages', 'packages-dev'], composerPackages),
  'packages.lock.json': nuget,
  'packages.config': () => 'unread',
  'gradle.lockfile': gradle,
  'buildscript-gradle.lockfile': gradle,
  'pubspec.lock': pub,
  'mix.lock': mix,
  'Package.resolved': swift,
}

/** The packages of a lock file; undefined for another file. A file of another form than its name implies is unread. */
export const readLock = (path: string, text: string, files: CommitTexts): LockReading | undefined => {
  try {
    const name = lockNameOf(path)
    return name && lockReaders[name](text, { path, files })
  } catch {
    return 'unread'
  }
}

/** For a lock file that is read without others: a lock file that it names is read separately. */
export const filesBeside: CommitTexts = { get: () => undefined, has: isLockFile }

/** New entries of a lock file that are not understood, by their text; the whole file if it cannot be read. */
export const passedOverSince = (path: string, before: string, after: string): readonly LockedPackage[] => {
  const is = readLock(path, after, filesBeside)
  if (is === 'unread') return [unknownEntry('')]
  if (typeof is !== 'object') return []
  const unknown = is.filter(({ name }) => name === '')
  if (unknown.length === 0) return []
  const was = readLock(path, before, filesBeside)
  const marks = new Set(typeof was === 'object' ? was.flatMap(({ name, mark }) => (name === '' ? [mark] : [])) : [])
  return unknown.filter(({ mark }) => !marks.has(mark))
}
