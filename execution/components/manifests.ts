import { jsonObject } from '../../packages/foreign-json/index.ts'
import { type ComponentType, typeOfLock } from '../../packages/lock-files/index.ts'

interface Manifest {
  /** The kind of packages that it asks for. */
  readonly type: ComponentType
  /** Lock files with the versions that it gets; empty for a tool that has no lock file. */
  readonly locks: readonly string[]
  /** Whether it asks for packages at all. */
  asks(text: string): boolean
}

const nodeLocks = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb']
const pythonLocks = ['poetry.lock', 'uv.lock', 'pdm.lock', 'pylock.toml', 'requirements.txt', 'Pipfile.lock']
const gradle: Manifest = {
  type: 'maven',
  locks: ['gradle.lockfile'],
  asks: (text) => /\b(?:implementation|api|compileOnly|runtimeOnly)\b/.test(text),
}

const manifests: Readonly<Record<string, Manifest>> = {
  'package.json': {
    type: 'npm',
    locks: nodeLocks,
    asks: (text) => fieldsOf(text, ['dependencies', 'devDependencies']),
  },
  'deno.json': { type: 'jsr', locks: ['deno.lock'], asks: (text) => fieldsOf(text, ['imports']) },
  'pyproject.toml': { type: 'pypi', locks: pythonLocks, asks: (text) => text.includes('dependencies') },
  'setup.py': { type: 'pypi', locks: pythonLocks, asks: (text) => /\b(?:install|extras)_require/.test(text) },
  Pipfile: { type: 'pypi', locks: ['Pipfile.lock'], asks: (text) => /^\[(?:dev-)?packages\]/m.test(text) },
  'Cargo.toml': { type: 'cargo', locks: ['Cargo.lock'], asks: (text) => text.includes('dependencies') },
  Gemfile: { type: 'gem', locks: ['Gemfile.lock'], asks: (text) => /^[ \t]{0,20}gem\b/m.test(text) },
  'composer.json': {
    type: 'composer',
    locks: ['composer.lock'],
    asks: (text) => fieldsOf(text, ['require', 'require-dev']),
  },
  'pom.xml': { type: 'maven', locks: [], asks: (text) => text.includes('<dependency>') },
  'build.gradle': gradle,
  'build.gradle.kts': gradle,
  'pubspec.yaml': { type: 'pub', locks: ['pubspec.lock'], asks: (text) => /^(?:dev_)?dependencies:/m.test(text) },
  'mix.exs': { type: 'hex', locks: ['mix.lock'], asks: (text) => /\bdeps\b/.test(text) },
  'Package.swift': { type: 'swift', locks: ['Package.resolved'], asks: (text) => text.includes('.package(') },
}
const asksNuget = (text: string) => text.includes('<PackageReference')
const project: Manifest = { type: 'nuget', locks: ['packages.lock.json'], asks: asksNuget }

const manifestOf = (name: string): Manifest | undefined => {
  if (Object.hasOwn(manifests, name)) return manifests[name]
  return /\.(?:cs|fs|vb)proj$/.test(name) ? project : undefined
}

/** The kind of packages that a lock file or a manifest names; undefined for another file. */
export const typeOfFile = (path: string): ComponentType | undefined =>
  typeOfLock(path) ?? manifestOf(path.slice(path.lastIndexOf('/') + 1))?.type

/** Whether a file names the packages of a commit, with versions or without. */
export const tellsComponents = (path: string): boolean =>
  !/(?:^|\/)(?:node_modules|vendor|\.git)\//.test(path) && typeOfFile(path) !== undefined

/** Whether a manifest asks for packages whose versions are in no lock file beside it or in a folder above. */
export const isUnlocked = (path: string, text: string, paths: ReadonlySet<string>): boolean => {
  const parts = path.split('/')
  const manifest = manifestOf(parts.at(-1)!)
  if (!manifest?.asks(text)) return false
  for (let depth = parts.length - 1; depth >= 0; depth -= 1) {
    const folder = parts.slice(0, depth).map((part) => `${part}/`)
    if (manifest.locks.some((lock) => paths.has([...folder, lock].join('')))) return false
  }
  return true
}

const fieldsOf = (text: string, names: readonly string[]) => {
  const read = jsonObject(text)
  // A manifest that cannot be read may ask for anything.
  return !read || names.some((name) => Object.keys((read[name] as object | null | undefined) ?? {}).length > 0)
}
