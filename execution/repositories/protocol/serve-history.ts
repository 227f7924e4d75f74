import { mkdir, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { GitError, streamGit, type RunningGit } from '../git.ts'
import { assertSha, isRefName } from '../refs.ts'
import { hiddenPathIn, type Removals } from '../removals.ts'
import type { Histories } from './visible-history.ts'

/** A git client's request over HTTP for a branch. Source: gitprotocol-http(5). */
export interface ServedHistory {
  readonly commit: string
  /** Short name, such as `main`. */
  readonly branch: string
  /** The client's input to `git-upload-pack`; undefined for the list of refs, with which it begins. */
  readonly request: Uint8Array | undefined
  /** Protocol version 2 rather than the first. */
  readonly isVersion2: boolean
  readonly signal?: AbortSignal | undefined
}

/** Git refused a client's request. The message is for the log. */
export class GitRequestError extends Error {
  override readonly name = 'GitRequestError'
}

const serveMs = 60 * 60_000
const settings = [
  'pack.threads=1',
  'pack.windowMemory=128m',
  // A clone without files asks for each object by its name later.
  'uploadpack.allowFilter=true',
  'uploadpack.allowAnySHA1InWant=true',
  'uploadpackfilter.allow=false',
  'uploadpackfilter.blob:none.allow=true',
  'uploadpackfilter.blob:limit.allow=true',
  'uploadpackfilter.tree.allow=true',
].flatMap((one) => ['-c', one])

/**
 * Serves the history of a commit to git clients. A client of version 2 gets each object that it can name, including
 * objects of hidden refs: so git runs in a folder of its own, which holds the objects of this history and no other.
 */
export const openServedHistories =
  (folder: string, histories: Histories, removals: Removals) =>
  async (repositoryId: string, served: ServedHistory): Promise<Readable> => {
    const gitDir = hiddenPathIn(folder)
    const parts = answerParts(gitDir, served, async () => {
      await mkdir(gitDir)
      await histories.show(repositoryId, served.commit, gitDir, served.signal)
      await writeBranch(gitDir, served)
    })
    const answer = (async function* () {
      try {
        yield* parts
      } finally {
        await removals.throwAway(gitDir)
      }
    })()
    const first = await answer.next()
    const stream = Readable.from(startingWith(first, answer), { objectMode: false })
    // A stream that is destroyed before it was read does not end its source automatically.
    return stream.once('close', () => void answer.return(undefined))
  }

const writeBranch = async (gitDir: string, { branch, commit }: ServedHistory) => {
  const name = `refs/heads/${branch}`
  if (!isRefName(name)) throw new Error(`“${branch.slice(0, 80)}” is not the name of a branch`)
  assertSha(commit)
  await mkdir(dirname(join(gitDir, name)), { recursive: true })
  await writeFile(join(gitDir, name), `${commit}\n`)
  await writeFile(join(gitDir, 'HEAD'), `ref: ${name}\n`)
}

async function* answerParts(
  gitDir: string,
  { request, isVersion2, signal }: ServedHistory,
  prepare: () => Promise<void>,
): AsyncGenerator<Buffer> {
  await prepare()
  const way = request === undefined ? ['--http-backend-info-refs'] : ['--stateless-rpc']
  const running: RunningGit = streamGit([...settings, 'upload-pack', '--strict', ...way, gitDir], {
    gitDir,
    environment: isVersion2 ? { GIT_PROTOCOL: 'version=2' } : {},
    timeoutMs: serveMs,
    memoryMaxBytes: totalmem() / 2,
    signal,
  })
  running.stdin.end(request)
  let first: Buffer | undefined
  try {
    for await (const chunk of running.stdout as AsyncIterable<Buffer>) {
      first ??= chunk
      yield chunk
    }
    await running.ended
  } catch (error) {
    if (!(error instanceof GitError && error.exitCode === 128)) throw error
    if (!first) throw new GitRequestError(error.message)
    // Git has sent its client the fault.
    if (!isErrorLine(first)) throw error
  } finally {
    running.stop()
  }
}

// Source: gitprotocol-pack(5), “error-line”.
const isErrorLine = (line: Buffer) => line.subarray(4, 8).toString() === 'ERR '

/** The parts of an answer whose first part was read before. */
async function* startingWith(first: IteratorResult<Buffer, void>, rest: AsyncGenerator<Buffer>) {
  if (first.done) return
  yield first.value
  yield* rest
}
