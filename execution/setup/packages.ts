import { jsonObject } from '../../platform/contract/json.ts'
import type { SetupFiles } from './phases.ts'

/** Whether a path is that of a lock file whose packages can be listed. */
export const isLockFile = (path: string): boolean => Object.hasOwn(readers, path.slice(path.lastIndexOf('/') + 1))

/** Versions by the name of a package. */
type Packages = Map<string, Set<string>>

/**
 * The change of one package between two states of a lock file. Versions are sorted; none means that it is not there.
 */
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
 * `truncated` says that there are more. A lock file that cannot be read has no packages.
 */
export const changedPackages = (before: SetupFiles, after: SetupFiles): PackageChanges => {
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort()
  const changes = paths.flatMap((file) => {
    const was = before.get(file) ?? ''
    const is = after.get(file) ?? ''
    return was === is ? [] : differences(file, packagesIn(file, was), packagesIn(file, is))
  })
  return { changes: changes.slice(0, changesMost), truncated: changes.length > changesMost }
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

/** The packages that a lock file names, by the name of the file; none for a file that is no lock file. */
export const packagesIn = (path: string, text: string): Packages => {
  const found: Packages = new Map()
  const read = isLockFile(path) ? readers[path.slice(path.lastIndexOf('/') + 1)] : undefined
  if (!read || text.length > textMostChars) return found
  for (const [name, version] of read(text)) {
    const known = found.get(name.slice(0, wordMostChars)) ?? new Set()
    found.set(name.slice(0, wordMostChars), known.add(version.slice(0, wordMostChars)))
  }
  return found
}

type Pair = readonly [name: string, version: string]

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const entriesOf = (value: unknown) => (isObject(value) ? Object.entries(value) : [])
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const npm = (text: string): Pair[] => {
  const { packages, dependencies } = jsonObject(text) ?? {}
  if (packages === undefined) return nested(dependencies)
  return entriesOf(packages).flatMap(([path, one]): Pair[] => {
    const at = path.lastIndexOf('node_modules/')
    if (at === -1 || !isObject(one) || one.link === true) return []
    return [[textOf(one.name) || path.slice(at + 'node_modules/'.length), textOf(one.version)]]
  })
}

const levelsMost = 100

/** The first version of npm's lock files: packages lie in the packages that ask for them. */
const nested = (dependencies: unknown, level = 0): Pair[] =>
  level > levelsMost
    ? []
    : entriesOf(dependencies).flatMap(([name, one]): Pair[] =>
        isObject(one) ? [[name, textOf(one.version)], ...nested(one.dependencies, level + 1)] : [],
      )

/** Keys of `packages`: `name@1.0.0` since version 6, `/name/1.0.0` before; what follows a bracket or _ are its peers. */
const pnpm = (text: string): Pair[] => {
  const start = /^packages:\s*$/m.exec(text)
  if (!start) return []
  const end = /^[a-z]\w*:\s*$/im.exec(text.slice(start.index + start[0].length))
  const section = text.slice(start.index, end ? start.index + start[0].length + end.index : undefined)
  return [...section.matchAll(/^ {2}'?\/?(@?[^\s'@/]+(?:\/[^\s'@/]+)?)[@/]([^\s'(:_/][^\s'(:_]*)/gm)].map(
    ([, name, version]) => [name!, version!],
  )
}

/** Both yarns: a line with the request, and below it the version that was taken. */
const yarn = (text: string): Pair[] => {
  const pairs: Pair[] = []
  let name: string | undefined
  for (const line of text.split('\n')) {
    const head = line.trimEnd().endsWith(':') && /^"?(@?[^\s"@,]+)@/.exec(line)
    if (head) name = head[1]
    const version = /^ {2}version:? "?([^\s"]+)"?\s*$/.exec(line)?.[1]
    if (!version || name === undefined) continue
    if (version !== '0.0.0-use.local') pairs.push([name, version])
    name = undefined
  }
  return pairs
}

const bun = (text: string): Pair[] =>
  [...text.matchAll(/^ {4}"[^"\n]+": \["(@?[^"@\n]+)@([^"\n]+)"/gm)].map(([, name, version]) => [name!, version!])

const requirements = (text: string): Pair[] =>
  text.split('\n').flatMap((line): Pair[] => {
    const [, name, rest = ''] = /^\s*([A-Za-z0-9][\w.-]*)(?:\[[^\]\n]*\])?\s*([^;#\s][^;#]*)?/.exec(line) ?? []
    if (name === undefined) return []
    const wanted = rest.split(/\s(?:--hash|\\)/, 1)[0]!.trim()
    return [[name.toLowerCase().replaceAll(/[-_.]+/g, '-'), wanted.replace(/^===?\s*/, '')]]
  })

/** The lists of packages that Cargo, Poetry and uv write in TOML. */
const tomlPackages = (text: string): Pair[] =>
  text.split(/^\[\[package\]\]\s*$/m).flatMap((part, at): Pair[] => {
    const head = part.split(/^\[/m)[0]!
    const name = /^name = "([^"\n]+)"/m.exec(head)?.[1]
    const version = /^version = "([^"\n]+)"/m.exec(head)?.[1]
    return at === 0 || name === undefined ? [] : [[name, version ?? '']]
  })

const goSum = (text: string): Pair[] =>
  [...text.matchAll(/^(\S+) (v[^\s/]+) h1:/gm)].map(([, name, version]) => [name!, version!])

const gems = (text: string): Pair[] =>
  [...text.matchAll(/^ {4}([\w.-]+) \(([^)\s]+)\)\s*$/gm)].map(([, name, version]) => [name!, version!])

const composer = (text: string): Pair[] => {
  const lock = jsonObject(text) ?? {}
  return [lock.packages, lock['packages-dev']].flatMap((list): Pair[] =>
    (Array.isArray(list) ? (list as unknown[]) : []).flatMap((one): Pair[] =>
      isObject(one) && textOf(one.name) !== '' ? [[textOf(one.name), textOf(one.version)]] : [],
    ),
  )
}

const readers: Readonly<Record<string, ((text: string) => readonly Pair[]) | undefined>> = {
  'package-lock.json': npm,
  'npm-shrinkwrap.json': npm,
  'pnpm-lock.yaml': pnpm,
  'yarn.lock': yarn,
  'bun.lock': bun,
  'requirements.txt': requirements,
  'poetry.lock': tomlPackages,
  'uv.lock': tomlPackages,
  'Cargo.lock': tomlPackages,
  'go.sum': goSum,
  'Gemfile.lock': gems,
  'composer.lock': composer,
}
