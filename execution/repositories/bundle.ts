import { totalmem } from 'node:os'
import { Readable } from 'node:stream'
import { type RunningGit, streamGit } from './git.ts'
import { isRefName, listRefs } from './refs.ts'

/**
 * A full-history bundle of these refs (by default HEAD, all branches and all tags), streamed as git writes it. The
 * stream fails when git does, so that an end is always the whole bundle; destroying it ends git. One thread packs, so
 * that the same repository gives the same bytes.
 */
export const bundle = (
  gitDir: string,
  { refs, signal }: { readonly refs?: readonly string[]; readonly signal?: AbortSignal } = {},
): Readable => Readable.from(bundleParts(gitDir, refs, signal), { objectMode: false })

const packSettings = ['pack.threads=1', 'pack.windowMemory=128m'].flatMap((one) => ['-c', one])
const packingMs = 6 * 60 * 60 * 1000
// Packing holds a few hundred bytes for each object of the history.
const packingMaxBytes = totalmem() / 2

async function* bundleParts(gitDir: string, refs: readonly string[] | undefined, signal: AbortSignal | undefined) {
  const names = refs ?? ['HEAD', ...(await ordinaryRefs(gitDir))]
  const odd = names.find((name) => name !== 'HEAD' && !isRefName(name))
  if (odd !== undefined) throw new Error(`“${odd.slice(0, 80)}” is not the full name of a ref`)
  const argv = [...packSettings, 'bundle', 'create', '--quiet', '--version=2', '-', '--stdin']
  const running: RunningGit = streamGit(argv, { gitDir, signal, timeoutMs: packingMs, memoryMaxBytes: packingMaxBytes })
  running.stdin.end(names.map((name) => `${name}\n`).join(''))
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
