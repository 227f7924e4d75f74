import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Case } from './case.ts'

const packages = ['vitest', 'typescript', 'oxlint', 'jest', 'mocha']
const root = join(import.meta.dirname, '../..')

const proofs: Readonly<Record<string, readonly string[]>> = {
  go: ['go', 'version'],
  python3: ['python3', '--version'],
  pytest: ['python3', '-m', 'pytest', '--version'],
  make: ['make', '--version'],
  cargo: ['cargo', '--version'],
  javac: ['javac', '-version'],
}

export interface Programs {
  /** The programs and packages that a case needs and this machine lacks. */
  missingFor(one: Case): readonly string[]
  /** The folder of packages that a case links as `node_modules`; undefined if it needs none. */
  modulesFor(one: Case): string | undefined
  /** Folders outside of /usr that sandboxes must see. */
  readonly folders: readonly string[]
}

interface Places {
  /** A folder where jest, mocha and vitest are installed. */
  readonly runners?: string | undefined
  /** A folder for a build cache of Go. */
  readonly goCache?: string | undefined
}

/** Looks programs up on this machine. */
export const findPrograms = ({ runners, goCache }: Places): Programs => {
  const folders = [root, ...(runners === undefined ? [] : [runners])].map((folder) => join(folder, 'node_modules'))
  const runs = new Map(
    Object.entries(proofs).map(([name, [program, ...words]]) => [name, spawnSync(program!, words).status === 0]),
  )
  const needsOf = ({ fixture, needs }: Case) => [...fixture.needs, ...needs]
  const packagesOf = (one: Case) => needsOf(one).filter((name) => packages.includes(name))
  const modulesFor = (one: Case) => {
    const wanted = packagesOf(one)
    if (wanted.length === 0) return undefined
    return folders.find((folder) => wanted.every((name) => existsSync(join(folder, name))))
  }
  return {
    modulesFor,
    missingFor: (one) => {
      const absent = needsOf(one).filter((name) => !packages.includes(name) && runs.get(name) !== true)
      return modulesFor(one) === undefined ? [...absent, ...packagesOf(one)] : absent
    },
    folders: [...folders.filter(existsSync), ...pythonFolder(), ...goFolders(goCache), ...rustFolder()],
  }
}

const pythonFolder = (): readonly string[] => {
  const { stdout, status } = spawnSync('python3', ['-c', 'import sys; print(sys.prefix)'], { encoding: 'utf8' })
  if (status !== 0) return []
  const prefix = stdout.trim()
  return prefix.startsWith('/usr') || dirname(prefix) === '/' ? [] : [prefix]
}

const rustFolder = (): readonly string[] => {
  const { stdout, status } = spawnSync('rustc', ['--print', 'sysroot'], { encoding: 'utf8' })
  return status !== 0 || stdout.startsWith('/usr') ? [] : [stdout.trim()]
}

/** Sandboxes see all of /usr, and look for programs only in its usual folders. */
const goFolders = (cache: string | undefined): readonly string[] => {
  const { stdout, status } = spawnSync('go', ['env', 'GOROOT'], { encoding: 'utf8' })
  const root = status === 0 ? stdout.trim() : ''
  if (!existsSync(join(root, 'bin', 'go'))) return []
  const own = root.startsWith('/usr/lib') ? [] : [root]
  return cache === undefined ? own : [goWithCache(cache, root), ...own]
}

const warmed = [
  'encoding/json',
  'errors',
  'expvar',
  'fmt',
  'go/parser',
  'net/http',
  'net/http/httptest',
  'os',
  'runtime',
  'strconv',
  'time',
]

/** A folder whose `go` begins with a copy of a build cache: each sandbox would compile the standard library else. */
const goWithCache = (folder: string, root: string): string => {
  const cache = join(folder, 'cache')
  const program = join(folder, 'bin', 'go')
  if (existsSync(program)) return folder
  const module = mkdtempSync(join(tmpdir(), 'verdict-go-'))
  try {
    writeFileSync(join(module, 'go.mod'), 'module warm\n\ngo 1.19\n')
    const imports = warmed.map((name) => `\t_ "${name}"\n`).join('')
    writeFileSync(
      join(module, 'a_test.go'),
      `package warm\n\nimport (\n${imports}\t"testing"\n)\n\nfunc TestA(t *testing.T) {}\n`,
    )
    const env = { ...process.env, GOCACHE: cache, GOTOOLCHAIN: 'local' }
    const { status, stderr } = spawnSync('go', ['test', './...'], { cwd: module, env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`go test failed: ${stderr}`)
  } finally {
    rmSync(module, { recursive: true })
  }
  mkdirSync(dirname(program), { recursive: true })
  const copies = `export GOCACHE="\${GOCACHE:-/tmp/go-build}"\n[ -d "$GOCACHE" ] || cp -r '${cache}' "$GOCACHE"\n`
  writeFileSync(program, `#!/bin/sh\n${copies}exec '${join(root, 'bin', 'go')}' "$@"\n`)
  chmodSync(program, 0o755)
  return folder
}

/** A command that links every package of a folder into `node_modules`, which stays writable for caches of runners. */
export const linkPackages = (modules: string): string =>
  `mkdir node_modules && ln -s '${modules}'/.bin '${modules}'/* node_modules/`
