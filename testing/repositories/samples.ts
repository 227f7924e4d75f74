import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { deflateSync } from 'node:zlib'
import { openConfinedGit, type ConfinedGit } from '../../execution/repositories/confined-git.ts'
import { openRepositories } from '../../execution/repositories/open-repositories.ts'
import type { PackStore } from '../../execution/repositories/packs/pack-store.ts'
import { RepositoryAbsentError } from '../../execution/repositories/packs/packs.ts'
import { removeTree } from '../../execution/repositories/removals.ts'
import { chooseDriver, type DriverName, type SandboxDriver } from '../../execution/sandbox/index.ts'
import type { BundleToInspect, Repositories, RunUntrusted } from '../../execution/repositories/repositories.ts'

/** The parts of tests of repositories: a folder with an open `Repositories`, and repositories good and bad. */
export interface TestRepositories {
  readonly folder: string
  readonly repositories: Repositories
  readonly sandboxes: SandboxDriver
  readonly confined: ConfinedGit
  readonly packs: PackStore
  gitDirOf(id: string): string
  /** As if a repository was removed, long ago. */
  forgetStored(id: string): void
  /** All refs with the commits that they name, in the order of their names. */
  refsOf(id: string): string[]
  /** Closes and removes everything. */
  end(): Promise<void>
}

const drivers: Partial<Record<DriverName, Promise<SandboxDriver>>> = {}

/**
 * Programs that run in a sandbox in production run under `name`: as a plain process, unless a test is about isolation.
 */
export const openTestRepositories = async (name: DriverName = 'process'): Promise<TestRepositories> => {
  const folder = await mkdtemp(join(tmpdir(), 'repositories-'))
  const dataFolder = join(folder, 'data')
  const sandboxes = await (drivers[name] ??= chooseDriver(name))
  const packs = localPacks(dataFolder)
  const repositories = await openRepositories({ dataFolder, packs, sandboxes })
  const gitDirOf = (id: string) => join(dataFolder, 'cache', 'repositories', `${id}.git`)
  return {
    folder,
    repositories,
    packs,
    sandboxes,
    confined: openConfinedGit(sandboxes),
    gitDirOf,
    forgetStored: (id) => utimesSync(gitDirOf(id), 0, 0),
    refsOf: (id) => plainGit(gitDirOf(id), ['for-each-ref', '--format=%(refname) %(objectname)']).split('\n'),
    end: async () => {
      await repositories.close()
      await removeTree(folder)
    },
  }
}

/** Stores nothing: what is in the cache of a data folder is all there is. */
export const localPacks = (dataFolder: string): PackStore => {
  const has = async (id: string) => existsSync(join(dataFolder, 'cache', 'repositories', `${id}.git`))
  return {
    has,
    copies: false,
    fetch: async (id) => {
      if (!(await has(id))) throw new RepositoryAbsentError(id)
      return false
    },
    put: async () => [],
    add: async () => undefined,
    take: async () => undefined,
    of: async () => [],
    replace: async () => false,
    markPruned: async () => undefined,
  }
}

/** Runs the commands that production runs in a sandbox as they are. */
export const runDirectly: RunUntrusted = (argv, { writable, wallMs: timeout }) =>
  new Promise((resolve, reject) => {
    const child = spawn(argv[0]!, argv.slice(1), { cwd: writable, stdio: ['ignore', 'pipe', 'pipe'], timeout })
    const output = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()))
    child.on('error', reject)
    child.on('close', (exitCode) => resolve({ exitCode, ...output }))
  })

const identity = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_AUTHOR_DATE: '1700000000 +0000',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
  GIT_COMMITTER_DATE: '1700000000 +0000',
}

/** Git as its users run it, with nothing of the runner under test. */
export const plainGit = (cwd: string, argv: readonly string[], input?: string | Buffer): string => {
  const environment = {
    PATH: process.env.PATH,
    HOME: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    LC_ALL: 'C',
    ...identity,
  }
  const local = ['-c', 'safe.directory=*', '-c', 'init.defaultBranch=main', '-c', 'protocol.file.allow=always']
  const options = { cwd, env: environment, input, stdio: 'pipe' as const, maxBuffer: 1 << 28 }
  return execFileSync('git', [...local, ...argv], options)
    .toString('latin1')
    .trim()
}

const initialise = (path: string) => {
  plainGit(path, ['init', '--quiet'])
  // Bytes as they are written, on every platform.
  plainGit(path, ['config', 'core.autocrlf', 'false'])
}

type Copy = readonly ((place: string) => void)[]

/** A folder as it is now, in memory: what makes another like it without a process. */
const copyOf = (made: string, isKept: (name: string) => boolean = () => true): Copy => {
  const entries = readdirSync(made, { recursive: true, withFileTypes: true })
  return entries
    .filter(({ name }) => isKept(name))
    .map((entry) => {
      const from = join(entry.parentPath, entry.name)
      const isFolder = entry.isDirectory()
      const to = relative(made, from)
      const content = isFolder ? '' : readFileSync(from)
      const { mode } = statSync(from)
      return (place: string) => {
        if (isFolder) return void mkdirSync(join(place, to), { recursive: true })
        mkdirSync(dirname(join(place, to)), { recursive: true })
        writeFileSync(join(place, to), content, { mode })
      }
    })
}

let fresh: Copy | undefined

/** Makes a new repository, and what makes another like it. */
const freshIn = (path: string) => {
  initialise(path)
  return copyOf(join(path, '.git'), (name) => !name.endsWith('.sample'))
}

/** A repository with a worktree, and what one does with it. */
export class Sample {
  readonly path: string

  constructor(path: string) {
    this.path = path
    mkdirSync(path, { recursive: true })
    const place = join(path, '.git')
    if (existsSync(place)) initialise(path)
    else for (const write of (fresh ??= freshIn(path))) write(place)
  }

  git(...argv: string[]): string {
    return plainGit(this.path, argv)
  }

  write(name: string | Buffer, content: string | Buffer): this {
    const path = Buffer.concat([Buffer.from(`${this.path}/`), Buffer.from(name)])
    mkdirSync(path.subarray(0, path.lastIndexOf('/')), { recursive: true })
    writeFileSync(path, content)
    return this
  }

  commit(message = 'Change'): string {
    this.git('add', '--all', '--force')
    this.git('commit', '--quiet', '--allow-empty', '--message', message)
    return this.#head()
  }

  /** The commit that was just made: its branch is a file of its own then, if git has not packed what it made. */
  #head(): string {
    const head = readFileSync(join(this.path, '.git', 'HEAD'), 'latin1').trim()
    if (!head.startsWith('ref: ')) return head
    const branch = join(this.path, '.git', head.slice(5))
    return existsSync(branch) ? readFileSync(branch, 'latin1').trim() : this.git('rev-parse', 'HEAD')
  }

  bundle(path: string, ...refs: string[]): string {
    this.git('bundle', 'create', '--quiet', path, ...(refs.length > 0 ? refs : ['--all']))
    return path
  }

  /** Writes an object that git itself would refuse to write. */
  object(type: 'blob' | 'tree' | 'commit' | 'tag', content: Buffer | string): string {
    const bytes = Buffer.from(content)
    const whole = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes])
    const sha = createHash('sha1').update(whole).digest('hex')
    const folder = join(this.path, '.git', 'objects', sha.slice(0, 2))
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, sha.slice(2)), deflateSync(whole))
    return sha
  }

  tree(...entries: readonly (readonly [mode: string, name: string | Buffer, sha: string])[]): string {
    return this.object(
      'tree',
      Buffer.concat(
        entries.flatMap(([mode, name, sha]) => [
          Buffer.from(`${mode} `),
          Buffer.from(name),
          Buffer.of(0),
          Buffer.from(sha, 'hex'),
        ]),
      ),
    )
  }

  /** Points `main` at a commit of this tree, made without any check. */
  commitTree(tree: string, ...parents: string[]): string {
    const person = 'Ada <ada@example.com> 1700000000 +0000'
    const lines = [
      `tree ${tree}`,
      ...parents.map((parent) => `parent ${parent}`),
      `author ${person}`,
      `committer ${person}`,
    ]
    const sha = this.object('commit', `${lines.join('\n')}\n\nMade by hand\n`)
    const ref = join(this.path, '.git', 'refs', 'heads', 'main')
    mkdirSync(dirname(ref), { recursive: true })
    writeFileSync(ref, `${sha}\n`)
    return sha
  }
}

/** Symbolic links, binaries, spaces, accents, names that are no text, executable bits, CRLF, merges and tags. */
export const richSample = (path: string): { readonly sample: Sample; readonly commitSha: string } => {
  const sample = new Sample(path)
  sample.write('README.md', '# Rich\n').write('.gitattributes', '* text=auto eol=crlf\n*.id ident\n*.lfs filter=lfs\n')
  sample.write('a name with spaces.txt', 'spaces\n').write('déjà/vu – ünïcode.txt', 'accents\n').write('empty', '')
  sample
    .write('windows.txt', 'one\r\ntwo\r\n')
    .write('mixed.txt', 'one\r\ntwo\n')
    .write('some.id', '$Id: unchanged $\n')
  sample.write('binary.bin', Buffer.from(Array.from({ length: 1024 }, (_, index) => (index * 7) % 256)))
  sample
    .write(Buffer.from('latin-\xe9.txt', 'latin1'), Buffer.from('caf\xe9\n', 'latin1'))
    .write('new\nline.txt', 'odd\n')
  sample.write('run.sh', '#!/bin/sh\necho ran\n')
  execFileSync('chmod', ['755', join(path, 'run.sh')])
  execFileSync('ln', ['-s', 'README.md', join(path, 'link')])
  execFileSync('ln', ['-s', '/etc/passwd', join(path, 'link outside')])
  // Objects are written byte for byte: the attributes of the sample are not for git that adds them.
  mkdirSync(join(path, '.git', 'info'), { recursive: true })
  appendFileSync(join(path, '.git', 'info', 'attributes'), '* -text -ident !eol !filter\n')
  sample.commit('Everything odd')
  sample.git('checkout', '--quiet', '-b', 'side')
  sample.write('side.txt', 'side\n').commit('A side')
  sample.git('checkout', '--quiet', 'main')
  sample.write('main.txt', 'main\n').commit('Main goes on')
  sample.git('merge', '--quiet', '--no-ff', '--message', 'Merge the side', 'side')
  sample.git('tag', '--annotate', '--message', 'First', 'v1.0')
  sample.git('tag', 'light')
  return { sample, commitSha: sample.git('rev-parse', 'HEAD') }
}

const imported = new Map<string, { readonly commitSha: string; readonly copy: Copy }>()
const copiedMostBytes = 2 ** 20

/**
 * Imports a sample as a repository of this id. The same commits under the same names are checked and unpacked once, and
 * copied then: that takes a dozen processes.
 */
export const importSample = async (
  world: TestRepositories,
  id: string,
  sample: Sample,
  branch = 'main',
): Promise<string> => {
  const place = world.gitDirOf(id)
  const key = `${branch}\n${refsIn(join(sample.path, '.git'))}`
  const known = imported.get(key)
  if (known && !existsSync(place)) {
    mkdirSync(place, { recursive: true })
    for (const write of known.copy) write(place)
    return known.commitSha
  }
  const commitSha = sample.git('rev-parse', branch)
  const bundlePath = sample.bundle(join(world.folder, `${id}.bundle`))
  await importBundle(world.repositories, id, { bundlePath, commitSha, branch, run: runDirectly })
  if (statSync(bundlePath).size <= copiedMostBytes) imported.set(key, { commitSha, copy: copyOf(place) })
  return commitSha
}

/** All names of commits in a repository, as its files have them. */
const refsIn = (gitDir: string): string => {
  const loose = readdirSync(join(gitDir, 'refs'), { recursive: true, withFileTypes: true })
  const paths = loose.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const all = ['HEAD', 'packed-refs'].map((name) => join(gitDir, name)).filter((path) => existsSync(path))
  return [...all, ...paths.sort()].map((path) => `${relative(gitDir, path)} ${readFileSync(path, 'latin1')}`).join('\n')
}

export const importBundle = async (repositories: Repositories, id: string, bundle: BundleToInspect): Promise<void> => {
  const inspected = await repositories.inspectBundle(bundle)
  if (!inspected.ok) throw new Error(`The sample was rejected: ${JSON.stringify(inspected.rejected)}`)
  const stored = await repositories.store(inspected.quarantine, { workspace: 'any', repositoryId: id })
  await repositories.admit(stored)
}

/** Folders in folders, 8,000 characters deep: further than one path can say. */
export const digDeep = (path: string): void => {
  const script = `const { mkdirSync, writeFileSync } = require('node:fs')
    for (let depth = 0; depth < 40; depth += 1) { mkdirSync('d'.repeat(200)); process.chdir('d'.repeat(200)) }
    writeFileSync('end', '')`
  execFileSync(process.execPath, ['--eval', script], { cwd: path })
}
