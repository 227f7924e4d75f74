import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import {
  createProjectImport,
  finalizeProjectImport,
  uploadProjectImportBundle,
} from '../domains/code/imports/contract.ts'
import { manifestOf, type ProtectedPath } from '../execution/repositories/index.ts'
import type { Caller } from './caller.ts'

const clean = {
  PATH: process.env.PATH,
  HOME: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  TZ: 'UTC',
}
const identity = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}

const options = (folder: string) => ({ cwd: folder, env: { ...clean, ...identity }, maxBuffer: 2 ** 28 })
const wordsOf = (args: readonly string[]) => ['-c', 'safe.directory=*', '-c', 'protocol.file.allow=always', ...args]

/** Runs git for a test, with no configuration but its own; gives what it printed. */
export const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', wordsOf(args), { ...options(folder), stdio: ['ignore', 'pipe', 'pipe'] }).toString()

/** The same beside other work of this process, which `git` keeps waiting. */
export const gitBeside = async (folder: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)('git', wordsOf(args), options(folder))).stdout

/** Content of a file, or what it is instead. */
export type FileSpec = string | Buffer | { readonly link: string } | { readonly executable: string }

export const writeFiles = async (folder: string, files: Readonly<Record<string, FileSpec>>): Promise<void> => {
  for (const [name, spec] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(dirname(path), { recursive: true })
    if (typeof spec === 'string' || Buffer.isBuffer(spec)) await writeFile(path, spec)
    else if ('link' in spec) await symlink(spec.link, path)
    else {
      await writeFile(path, spec.executable)
      await chmod(path, 0o755)
    }
  }
}

export interface Bundle {
  readonly bytes: Buffer
  readonly sha256: string
  readonly commitSha: string
  readonly branch: string
  readonly manifest: Record<string, unknown>
  readonly manifestSha256: string
}

const made = new Map<string, Promise<Bundle>>()
const keyLengthMost = 65_536

/**
 * A bundle of a repository with one commit of these files, with the manifest that belongs to it. The same small files
 * give the same bundle: making one takes eight processes.
 */
export const bundleOf = async (
  files: Readonly<Record<string, FileSpec>>,
  options: BundleOptions = {},
): Promise<Bundle> => {
  const key = JSON.stringify([Object.entries(files), options])
  const bundle = made.get(key) ?? makeBundle(files, options)
  if (key.length <= keyLengthMost) made.set(key, bundle)
  const { bytes, ...rest } = await bundle
  return { ...structuredClone(rest), bytes: Buffer.from(bytes) }
}

const makeBundle = (files: Readonly<Record<string, FileSpec>>, options: BundleOptions) =>
  inFolder(async (folder) => {
    git(folder, 'init', '-q', '-b', 'main')
    await writeFiles(folder, files)
    git(folder, 'add', '-A')
    git(folder, 'commit', '-q', '-m', 'First')
    return bundleRepository(folder, options)
  })

interface BundleOptions {
  readonly protected?: readonly ProtectedPath[]
}

/** A bundle of a whole repository. */
export const bundleRepository = async (
  folder: string,
  { protected: kept = [] }: BundleOptions = {},
): Promise<Bundle> => {
  const path = join(folder, '.git', 'test.bundle')
  git(folder, 'bundle', 'create', '-q', path, 'HEAD', '--branches', '--tags')
  const bytes = await readFile(path)
  const commitSha = git(folder, 'rev-parse', 'HEAD').trim()
  const branch = git(folder, 'symbolic-ref', '--short', 'HEAD').trim()
  const { manifest, manifestSha256 } = await manifestOf(join(folder, '.git'), commitSha, { protected: kept })
  return { bytes, sha256: hashOf(bytes), commitSha, branch, manifest: { ...manifest }, manifestSha256 }
}

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Lends a temporary folder. */
export const inFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-repository-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

let names = 0
/** The input of createProjectImport about a bundle. */
export const importBody = (bundle: Bundle, change: Readonly<Record<string, unknown>> = {}) => {
  names += 1
  return {
    bundleSha256: bundle.sha256,
    bundleSize: bundle.bytes.length,
    commitSha: bundle.commitSha,
    defaultBranch: bundle.branch,
    historyMode: 'preserve',
    idempotencyKey: `test-import-${String(names).padStart(8, '0')}`,
    manifest: bundle.manifest,
    manifestSha256: bundle.manifestSha256,
    name: `Project ${names}`,
    stack: 'node',
    ...change,
  }
}

export const upload = (caller: Caller, id: string, bytes: Buffer, type = 'application/x-git-bundle') =>
  caller.open(uploadProjectImportBundle, { id, headers: { 'content-type': type } }, { body: new Uint8Array(bytes) })

/** Imports a bundle, and gives the finalized import. */
export const importProject = async (caller: Caller, bundle: Bundle, change: Readonly<Record<string, unknown>> = {}) => {
  const created = await caller.call(createProjectImport, { body: importBody(bundle, change) })
  if (created.status !== 201) throw new Error(`createProjectImport: ${JSON.stringify(created.body)}`)
  const uploaded = await upload(caller, created.body.id as string, bundle.bytes)
  if (uploaded.status !== 200) throw new Error(`uploadProjectImportBundle: ${await uploaded.text()}`)
  const body = { protectedFiles: [], secrets: {} }
  const finalized = await caller.call(finalizeProjectImport, { id: created.body.id as string, body })
  if (finalized.status !== 201) throw new Error(`finalizeProjectImport: ${JSON.stringify(finalized.body)}`)
  return finalized.body as { readonly importId: string; readonly projectId: string; readonly revisionId: string }
}
