import { posix } from 'node:path'
import { jsonObject } from '../../platform/contract/json.ts'
import { entriesOf, isObject, listOf, type LockedPackage, textOf } from '../setup/locks/locked-package.ts'
import { bunPackages, npmPackages, pnpmPackages, yarnPackages } from '../setup/locks/read-node-locks.ts'
import {
  composerPackages,
  gemPackages,
  goPackages,
  pipfilePackages,
  requirementPackages,
  tomlPackages,
} from '../setup/locks/read-other-locks.ts'
import type { Component } from './component.ts'
import type { ComponentType } from './types.ts'
import { hashOf, withoutLogin } from './origin.ts'

/** `elsewhere`: another file beside it says the same, and is read. */
export type LockReading = readonly Component[] | 'unread' | 'elsewhere'

interface LockFile {
  readonly path: string
  readonly files: ReadonlyMap<string, string>
}
type Reader = (text: string, file: LockFile) => LockReading

const component = (type: ComponentType, one: LockedPackage, isDevelopment = false): Component => ({
  type,
  name: one.name,
  version: one.version,
  isDevelopment,
  address: withoutLogin(one.address),
  hash: hashOf(one.hashes),
})

/** A lock file of some size in which no package is found was not understood. */
const understood = (text: string, found: readonly Component[]): LockReading =>
  found.length === 0 && text.length > 500 ? 'unread' : found

const packages =
  (type: ComponentType, read: (text: string) => readonly LockedPackage[]): Reader =>
  (text) =>
    understood(
      text,
      read(text).map((one) => component(type, one)),
    )

const json =
  (read: (lock: Record<string, unknown>, text: string) => readonly Component[]): Reader =>
  (text) => {
    const lock = jsonObject(text)
    return lock ? read(lock, text) : 'unread'
  }

const npm = json((lock, text) => {
  const development = new Set(
    entriesOf(lock.packages).flatMap(([path, one]) =>
      // `devOptional` is one of production too, among its optional packages.
      isObject(one) && one.dev === true ? [JSON.stringify(path)] : [],
    ),
  )
  return npmPackages(text).map((one) => component('npm', one, development.has(one.mark)))
})

const alias = /^"?@?[^\s"@,]{1,214}@npm:(@?[^\s"@,]{1,214})@/
/** A package under another name, `short@npm:real@1`, is the real one. */
const yarn = packages('npm', (text) =>
  yarnPackages(text).map((one) => ({ ...one, name: alias.exec(one.mark)?.[1] ?? one.name })),
)

/** A package of the repository itself has no source. */
const cargo = packages('cargo', (text) => tomlPackages(text).filter(({ address }) => address !== undefined))
const uv = packages('pypi', (text) => tomlPackages(text).filter(({ address }) => address !== undefined))
const pylock = packages('pypi', (text) => tomlPackages(text.replaceAll(/^\[\[packages\]\]/gm, '[[package]]')))

/** From Go 1.17 on, `go.mod` names every module that is built. */
const isComplete = (text: string) => {
  const [, major, minor] = /^go (\d{1,3})\.(\d{1,3})/m.exec(text) ?? []
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 17)
}
const goMod: Reader = (text, { path, files }) => {
  if (!isComplete(text)) return files.has(path.replace(/mod$/, 'sum')) ? 'elsewhere' : required(text, false)
  return required(text, true)
}
const required = (text: string, isAll: boolean): Component[] => {
  const found: Component[] = []
  const replaced: { readonly words: readonly string[]; readonly by: readonly string[] }[] = []
  let block = ''
  for (const line of text.split('\n')) {
    const words = line.split('//', 1)[0]!.trim().split(/\s+/)
    if (words[1] === '(') block = words[0]!
    else if (words[0] === ')') block = ''
    const verb = block || words.shift()
    const arrow = words.indexOf('=>')
    if (verb === 'replace' && arrow > 0) replaced.push({ words: words.slice(0, arrow), by: words.slice(arrow + 1) })
    else if (verb === 'require' && /^v\S/.test(words[1] ?? ''))
      found.push({ type: 'golang', name: words[0]!, version: words[1]!, isDevelopment: false })
  }
  const built = found.flatMap((one): Component[] => {
    const { by } =
      replaced.find(({ words: [name, version = one.version] }) => name === one.name && version === one.version) ?? {}
    // A folder is no module of others.
    if (by?.length === 1) return []
    return [by ? { ...one, name: by[0]!, version: by[1]! } : one]
  })
  // An earlier Go leaves modules out: those have no version here.
  return isAll || found.length === 0 ? built : [...built, open('golang')]
}
const goSum: Reader = (text, { path, files }) => {
  const beside = files.get(path.replace(/sum$/, 'mod'))
  if (beside !== undefined && isComplete(beside)) return 'elsewhere'
  return goPackages(text)
    .filter(({ hashes }) => hashes.has('module'))
    .map((one) => component('golang', one))
}

/** The platform that a gem was built for is no part of its version. */
const gems = packages('gem', (text) =>
  gemPackages(text)
    // A folder of the repository is no package of others.
    .filter(({ address }) => address?.includes(':'))
    .map((one) => ({ ...one, version: one.version.split('-', 1)[0]! })),
)

const composer = json((lock, text) => {
  const development = new Set(listOf(lock['packages-dev']).map((one) => (isObject(one) ? textOf(one.name) : '')))
  return composerPackages(text).map((one) =>
    component('composer', { ...one, version: one.version.replace(/^v(?=\d)/, '') }, development.has(one.name)),
  )
})

const pipfile = json((lock, text) => {
  const shipped = new Set(entriesOf(lock.default).map(([name]) => name))
  return pipfilePackages(text).map((one) => component('pypi', one, !shipped.has(one.name)))
})

/** A package without a name and a version: what a file says and no reader understands is no silence. */
const open = (type: ComponentType): Component => ({ type, name: '', version: '', isDevelopment: false })

/** Options of pip that name no package. */
const pipOption =
  /^(?:-i|-f|-c|--(?:index-url|extra-index-url|no-index|find-links|constraint|no-binary|only-binary|prefer-binary|require-hashes|pre|trusted-host|use-feature|hash))(?:[\s=]|$)/

/** Requirements with an exact version. Others have none, and a file that is named has to be read. */
const requirements: Reader = (text, { path, files }) => {
  const found = requirementPackages(text).map((one) => component('pypi', one))
  const folder = path.split('/').slice(0, -1)
  const isRead = (line: string) => {
    const [, other] = /^(?:-r|--requirement)[\s=]?\s?(\S+)/.exec(line) ?? []
    return other !== undefined && files.has(posix.join(...folder, other))
  }
  const asked = text
    .replaceAll(/\\\r?\n/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#') && !pipOption.test(line) && !isRead(line)).length
  return asked > found.length ? [...found, open('pypi')] : found
}

const nuget = json((lock) => [
  ...new Map(
    entriesOf(lock.dependencies)
      .flatMap(([, target]) => entriesOf(target))
      .flatMap(([name, one]): [string, Component][] => {
        if (!isObject(one) || one.type === 'Project') return []
        const version = textOf(one.resolved)
        return [[`${name} ${version}`, { type: 'nuget', name, version, isDevelopment: false }]]
      }),
  ).values(),
])

const gradle: Reader = (text) =>
  text.split('\n').flatMap((line): Component[] => {
    if (/^\s*(?:#|$)|^empty=/.test(line)) return []
    const [, group, artifact, version, uses] = /^([^:#=\s]+):([^:=\s]+):([^:=\s]+)=(\S*)/.exec(line) ?? []
    if (group === undefined) return [open('maven')]
    const isDevelopment = uses !== '' && uses!.split(',').every((use) => /^(?:test|annotationProcessor)/.test(use))
    return [{ type: 'maven', name: `${group}:${artifact}`, version: version!, isDevelopment }]
  })

const pub: Reader = (text) => {
  const found: { name: string; version: string; isDevelopment: boolean; isHosted: boolean }[] = []
  let isInside = false
  for (const line of text.split('\n')) {
    if (/^\S/.test(line)) isInside = line.startsWith('packages:')
    if (!isInside) continue
    const name = /^ {2}([\w.]+):/.exec(line)?.[1]
    if (name !== undefined) found.push({ name, version: '', isDevelopment: false, isHosted: false })
    const last = found.at(-1)
    const [, field, value] = /^ {4}(dependency|source|version): "?([^"]*)"?/.exec(line) ?? []
    if (!last || field === undefined) continue
    if (field === 'version') last.version = value!
    if (field === 'source') last.isHosted = value === 'hosted' || value === 'git'
    if (field === 'dependency') last.isDevelopment = value === 'direct dev'
  }
  return understood(
    text,
    // Libraries of the language's own kit, and folders of the repository, are no packages.
    found.flatMap(({ isHosted, ...one }) => (isHosted ? [{ type: 'pub' as const, ...one }] : [])),
  )
}

const mix: Reader = (text) =>
  understood(
    text,
    [...text.matchAll(/^ {2}"[^"\n]+": \{:hex, :(\w+), "([^"\n]+)", "([0-9a-f]{64})"/gm)].map(
      ([, name, version, sha256]) => ({
        type: 'hex' as const,
        name: name!,
        version: version!,
        isDevelopment: false,
        hash: { alg: 'SHA-256' as const, content: sha256! },
      }),
    ),
  )

const swift = json((lock) => {
  const pins = listOf(lock.pins ?? (isObject(lock.object) ? lock.object.pins : undefined))
  return pins.flatMap((one): Component[] => {
    if (!isObject(one) || !isObject(one.state)) return []
    const place = withoutLogin(textOf(one.location) || textOf(one.repositoryURL)) ?? ''
    const name = place.replace(/^[a-z+]+:\/\//, '').replace(/\.git$/, '')
    return [{ type: 'swift', name, version: textOf(one.state.version), isDevelopment: false }]
  })
})

const deno = json((lock) => {
  const older = isObject(lock.packages) ? lock.packages : {}
  return (['npm', 'jsr'] as const).flatMap((type) =>
    entriesOf(lock[type] ?? older[type]).flatMap(([key, one]): Component[] => {
      // `name@1.2.3_peer@4`: what follows the version are the peers that it was resolved with.
      const [, name, version] = /^(@?[^@]+)@([^_]+)/.exec(key) ?? []
      if (name === undefined) return []
      const integrity = isObject(one) ? textOf(one.integrity) : ''
      const hash = /^sha(\d+)-(.+)$/.exec(integrity)
      const hashes = new Map(hash ? [[`sha${hash[1]}`, hash[2]!]] : [])
      return [{ type, name, version: version!, isDevelopment: false, hash: hashOf(hashes) }]
    }),
  )
})

interface LockFormat {
  readonly type: ComponentType
  readonly read: Reader
}

/** The readers of lock files by their name. */
export const lockReaders: Readonly<Record<string, LockFormat | undefined>> = {
  'package-lock.json': { type: 'npm', read: npm },
  'npm-shrinkwrap.json': { type: 'npm', read: npm },
  'pnpm-lock.yaml': { type: 'npm', read: packages('npm', pnpmPackages) },
  'yarn.lock': { type: 'npm', read: yarn },
  'bun.lock': { type: 'npm', read: packages('npm', bunPackages) },
  'bun.lockb': { type: 'npm', read: () => 'unread' },
  'deno.lock': { type: 'jsr', read: deno },
  'requirements.txt': { type: 'pypi', read: requirements },
  'poetry.lock': { type: 'pypi', read: packages('pypi', tomlPackages) },
  'uv.lock': { type: 'pypi', read: uv },
  'pdm.lock': { type: 'pypi', read: packages('pypi', tomlPackages) },
  'pylock.toml': { type: 'pypi', read: pylock },
  'Pipfile.lock': { type: 'pypi', read: pipfile },
  'Cargo.lock': { type: 'cargo', read: cargo },
  'go.mod': { type: 'golang', read: goMod },
  'go.sum': { type: 'golang', read: goSum },
  'Gemfile.lock': { type: 'gem', read: gems },
  'composer.lock': { type: 'composer', read: composer },
  'packages.lock.json': { type: 'nuget', read: nuget },
  'packages.config': { type: 'nuget', read: () => 'unread' },
  'gradle.lockfile': { type: 'maven', read: gradle },
  'buildscript-gradle.lockfile': { type: 'maven', read: gradle },
  'pubspec.lock': { type: 'pub', read: pub },
  'mix.lock': { type: 'hex', read: mix },
  'Package.resolved': { type: 'swift', read: swift },
}

/** The reader of a lock file; undefined for another file. Texts are from strangers: call in a thread. */
export const lockReaderOf = (path: string): LockFormat | undefined => {
  const [name = '', folder] = path.split('/').toReversed()
  if (Object.hasOwn(lockReaders, name)) return lockReaders[name]
  // pip reads any file; those of its own documentation, and of most projects, are named so.
  const isRequirements =
    name.endsWith('.txt') && (folder === 'requirements' || /(?:^|[-_.])requirements[-_.]/.test(name))
  return isRequirements ? lockReaders['requirements.txt'] : undefined
}
