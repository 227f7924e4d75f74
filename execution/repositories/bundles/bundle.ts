import { totalmem } from 'node:os'
import { Readable } from 'node:stream'
import { type RunningGit, streamGit } from '../git.ts'
import { assertSha, isRefName, storedRefs, type Ref } from '../refs.ts'

/**
 * A bundle of these refs of git (by default HEAD, all branches and all tags), streamed as git writes it: with the full
 * history, or without the history of the commits `without`, which who unpacks it has to have. The stream fails when git
 * does, so that an end is always the whole bundle; destroying it ends git. One thread packs, so that equal repositories
 * produce equal bytes.
 */
export const bundle = (gitDir: string, options: BundleOptions = {}): Readable =>
  Readable.from(bundleParts(gitDir, options), { objectMode: false })

/**
 * A bundle with the full history of refs that git does not know, `HEAD` among them. The stream behaves as that of
 * `bundle`, and begins when git has begun. Source: gitformat-bundle(5), version 2.
 */
export const bundleOf = (gitDir: string, options: NamedBundleOptions): Readable =>
  Readable.from(namedBundleParts(gitDir, options), { objectMode: false })

/** Such a bundle, whose HEAD and only branch are at this commit. */
export const commitBundle = (gitDir: string, { commit, branch, signal }: CommitBundleOptions): Readable => {
  const names = ['HEAD', `refs/heads/${branch}`]
  return bundleOf(gitDir, { refs: names.map((name) => ({ name, sha: commit })), signal })
}

/** A commit's history as a pack, without that of `without`; streams as `bundle` does. Source: gitformat-pack(5). */
export const pack = (gitDir: string, { commit, ...options }: PackOptions): Readable =>
  Readable.from(packParts(gitDir, [commit], options), { objectMode: false })

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

export interface NamedBundleOptions {
  readonly refs: readonly Ref[]
  readonly signal?: AbortSignal | undefined
}

const packSettings = ['pack.threads=1', 'pack.windowMemory=128m'].flatMap((one) => ['-c', one])
const packingMs = 6 * 60 * 60 * 1000
// Packing holds a few hundred bytes for each object of the history.
const packingMaxBytes = totalmem() / 2

async function* bundleParts(gitDir: string, { refs, without = [], signal }: BundleOptions) {
  const names = refs ?? ['HEAD', ...(await storedRefs(gitDir)).map(({ name }) => name)]
  refuseOddNames(names)
  without.forEach(assertSha)
  const argv = [...packSettings, 'bundle', 'create', '--quiet', '--version=2', '-', '--stdin']
  yield* partsOf(gitDir, argv, [...names, ...without.map((sha) => `^${sha}`)], signal)
}

async function* namedBundleParts(gitDir: string, { refs, signal }: NamedBundleOptions) {
  refuseOddNames(refs.map(({ name }) => name))
  const commits = refs.map(({ sha }) => sha)
  let header = `# v2 git bundle\n${refs.map(({ name, sha }) => `${sha} ${name}\n`).join('')}\n`
  for await (const part of packParts(gitDir, commits, { without: [], signal })) {
    yield header === '' ? part : Buffer.concat([Buffer.from(header), part])
    header = ''
  }
}

const refuseOddNames = (names: readonly string[]) => {
  const odd = names.find((name) => name !== 'HEAD' && !isRefName(name))
  if (odd !== undefined) throw new Error(`“${odd.slice(0, 80)}” is not the full name of a ref`)
}

function packParts(gitDir: string, commits: readonly string[], { without, signal }: Omit<PackOptions, 'commit'>) {
  for (const sha of [...commits, ...without]) assertSha(sha)
  const argv = [...packSettings, 'pack-objects', '-q', '--revs', '--stdout', '--delta-base-offset']
  return partsOf(gitDir, argv, [...commits, ...without.map((sha) => `^${sha}`)], signal)
}

/** The output of a git that packs, with these lines as its input. */
async function* partsOf(gitDir: string, argv: string[], lines: readonly string[], signal: AbortSignal | undefined) {
  const running: RunningGit = streamGit(argv, { gitDir, signal, timeoutMs: packingMs, memoryMaxBytes: packingMaxBytes })
  running.stdin.end(lines.map((line) => `${line}\n`).join(''))
  try {
    yield* running.stdout as AsyncIterable<Buffer>
    await running.ended
  } finally {
    running.stop()
  }
}
