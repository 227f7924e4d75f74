import { Readable } from 'node:stream'
import type { Repositories } from '../../../execution/repositories/index.ts'
import { takeFetchTurn, type FetchTurn } from './git-turns.ts'

interface Pace {
  /** After its reader has let bytes wait for so long in all, an answer loses its turn. */
  readonly slowAfterMs: number
  /** So many bytes are taken in each such time of waiting, or the answer is cut. */
  readonly leastBytes: number
  readonly leastPerMs: number
  readonly lookEveryMs: number
}

// Clones over a slow line continue, while readers that stand still give their place to others.
const pace: Pace = { slowAfterMs: 10_000, leastBytes: 2 ** 20, leastPerMs: 60_000, lookEveryMs: 2_000 }

/** The answer to a clone or a fetch, in a turn of its workspace. Throws NoTurn, and GitRequestError for what git refuses. */
export const serveInTurn = async (
  repositories: Pick<Repositories, 'serveHistory'>,
  workspace: string,
  ...[repositoryId, served]: Parameters<Repositories['serveHistory']>
): Promise<Readable> => {
  const turn = await takeFetchTurn(workspace)
  try {
    return paced(await repositories.serveHistory(repositoryId, served), turn)
  } catch (error) {
    turn.end()
    throw error
  }
}

/** Passes an answer on in its turn: a slow reader loses the turn, and a reader that takes next to nothing is cut off. */
export const paced = (answer: Readable, turn: FetchTurn, { slowAfterMs, ...least }: Pace = pace): Readable => {
  let waitedMs = 0
  let sinceMs: number | undefined
  let window = { beganAtMs: 0, bytes: 0 }
  const content = (async function* () {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      sinceMs = performance.now()
      yield chunk
      waitedMs += performance.now() - sinceMs
      sinceMs = undefined
      window.bytes += chunk.length
    }
  })()
  const stream = Readable.from(content, { objectMode: false })
  const look = setInterval(() => {
    const waited = waitedMs + (sinceMs === undefined ? 0 : performance.now() - sinceMs)
    if (waited >= slowAfterMs) turn.becomeSlow()
    if (waited - window.beganAtMs < least.leastPerMs) return
    if (window.bytes < least.leastBytes) stream.destroy(new Error('The reader of a clone took next to nothing'))
    window = { beganAtMs: waited, bytes: 0 }
  }, least.lookEveryMs).unref()
  return stream.once('close', () => {
    clearInterval(look)
    turn.end()
    answer.destroy()
  })
}
