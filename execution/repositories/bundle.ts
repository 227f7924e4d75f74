import { totalmem } from 'node:os'
import { Readable } from 'node:stream'
import { type RunningGit, streamGit } from './git.ts'
import { assertSha, isRefName, listRefs } from './refs.ts'

/**
 * A bundle of these refs (by default HEAD, all branches and all tags), streamed as git writes it: with the full history,
 * or without the history of the commits `without`, which who unpacks it has to have. The
 * stream fails when git does, so that an end is always the whole bundle; destroying it ends git. One thread packs, so
 * that the same repository gives the same bytes.
 */
export const bundle = (gitDir: string, options: BundleOptions = {}): Readable =>
  Readable.from(bundleParts(gitDir, options), { objectMode: false })

/**
 * A bundle whose HEAD and only branch are at this commit, with its full history, whether or not a ref is there. The
 * stream behaves as that of `bundle`. Source: gitformat-bundle(5), version 2.
 */
export const commitBundle = (gitDir: string, options: CommitBundleOptions): Readable =>
  Readable.from(commitBundleParts(gitDir, options), { objectMode: false })

/**
 * The objects of a commit's history as a pack, without those in the history of `without`. The stream behaves as that of
 * `bundle`. Source: gitformat-pack(5).
 */
export const pack = (gitDir: string, options: PackOptions): Readable =>
  Readable.from(packParts(gitDir, options), { objectMode: false })

export interface PackOptions {
  readonly commit: string
  readonly without: readonly string[]
  readonly signal?: AbortSignal | undefined
}

export interface CommitBundleOptions {
  readonly commit: string
  /** Short name, such as `main`. */
  readonly branch: string
  readonly signal?: AbortSignal | undefined
}

export interface BundleOptions {
  readonly refs?: readonly string[] | undefined
  readonly without?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

const packSettings = ['pack.threads=1', 'pack.windowMemory=128m'].flatMap((one) => ['-c', one])
const packingMs = 6 * 60 * 60 * 1000
// Packing holds a few hundred bytes for each object of the history.
const packingMaxBytes = totalmem() / 2

async function* bundleParts(gitDir: string, { refs, without = [], signal }: BundleOptions) {
  const names = refs ?? ['HEAD', ...(await ordinaryRefs(gitDir))]
  const odd = names.find((name) => name !== 'HEAD' && !isRefName(name))
  if (odd !== undefined) throw new Error(`“${odd.slice(0, 80)}” is not the full name of a ref`)
  without.forEach(assertSha)
  const argv = [...packSettings, 'bundle', 'create', '--quiet', '--version=2', '-', '--stdin']
  const running: RunningGit = streamGit(argv, { gitDir, signal, timeoutMs: packingMs, memoryMaxBytes: packingMaxBytes })
  running.stdin.end([...names, ...without.map((sha) => `^${sha}`)].map((name) => `${name}\n`).join(''))
  try {
    yield* running.stdout as AsyncIterable<Buffer>
    await running.ended
  } finally {
    running.stop()
  }
}

async function* commitBundleParts(gitDir: string, { commit, branch, signal }: CommitBundleOptions) {
  const ref = `refs/heads/${branch}`
  if (!isRefName(ref)) throw new Error(`“${branch.slice(0, 80)}” is not the name of a branch`)
  yield Buffer.from(`# v2 git bundle\n${commit} HEAD\n${commit} ${ref}\n\n`)
  yield* packParts(gitDir, { commit, without: [], signal })
}

async function* packParts(gitDir: string, { commit, without, signal }: PackOptions) {
  for (const sha of [commit, ...without]) assertSha(sha)
  const argv = [...packSettings, 'pack-objects', '-q', '--revs', '--stdout', '--delta-base-offset']
  const running: RunningGit = streamGit(argv, { gitDir, signal, timeoutMs: packingMs, memoryMaxBytes: packingMaxBytes })
  running.stdin.end([commit, ...without.map((sha) => `^${sha}`)].map((line) => `${line}\n`).join(''))
  try {
    yield* running.stdout as AsyncIterable<Buffer>
    await running.ended
  } finally {
    running.stop()
  }
}

const ordinaryRefs = async (gitDir: string) =>
  (await Promise.all(['refs/heads/', 'refs/tags/'].map((prefix) => listRefs(gitDir, prefix))))
    .flat()
    .map(({ name }) => name)
