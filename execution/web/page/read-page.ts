import { FetchRefusal, type Fetcher, type ReadAnswer } from '../../../platform/fetch/index.ts'
import { outsideReader } from '../../../platform/threads/index.ts'
import { type PageText, WebRefusal } from '../web.ts'
import type { readPage as pageText, ReadMarkup } from './page-text.ts'
import { openRobots } from './robots.ts'
import { setTimeout as sleep } from 'node:timers/promises'

const waitingMost = 20

interface Turn {
  /** After the end of the previous read. */
  readonly pauseMs: number
  readonly signal: AbortSignal
}

interface HostQueue {
  last: Promise<unknown>
  waiting: number
  endedMs: number | undefined
}

/** One piece of work at a time for each host, and a pause between two, in this process. */
const hostTurns = () => {
  const queues = new Map<string, HostQueue>()
  return async <T>(host: string, { pauseMs, signal }: Turn, work: () => Promise<T>): Promise<T> => {
    deleteIdle(queues)
    const queue: HostQueue = queues.get(host) ?? { last: Promise.resolve(), waiting: 0, endedMs: undefined }
    queues.set(host, queue)
    if (queue.waiting >= waitingMost) throw new WebRefusal('waiting', host)
    queue.waiting += 1
    const turn = queue.last.then(async () => {
      const leftMs = queue.endedMs === undefined ? 0 : queue.endedMs + pauseMs - performance.now()
      if (leftMs > 0) await sleep(leftMs, undefined, { signal })
      signal.throwIfAborted()
      try {
        return await work()
      } finally {
        queue.endedMs = performance.now()
      }
    })
    queue.last = turn.catch(() => undefined).then(() => (queue.waiting -= 1))
    return turn
  }
}

const idleMs = 60_000

const deleteIdle = (queues: Map<string, HostQueue>) => {
  for (const [host, { waiting, endedMs }] of queues)
    if (waiting === 0 && (endedMs === undefined || performance.now() - endedMs > idleMs)) queues.delete(host)
}

const accept = ['text/html', 'application/xhtml+xml', 'text/plain', 'text/markdown', 'application/json']
const pageMost = 2 * 2 ** 20

const readPage = outsideReader<typeof pageText>({
  module: new URL('./page-text.ts', import.meta.url),
  name: 'readPage',
  mostBytes: pageMost + 8_192,
})

/** A page that was read, and its links. */
export interface LinkedPage extends PageText {
  readonly links: readonly string[]
}

export interface PageReader {
  /**
   * Reads a page as a well-behaved program does: after its host's robots.txt, one at a time for each host, with a pause
   * between two. Throws WebRefusal and FetchRefusal, whose messages are for the agent, or the reason of `signal`.
   */
  read(url: string, signal: AbortSignal): Promise<LinkedPage>
}

interface Options {
  readonly fetcher: Fetcher
  /** Between two pages on a host, unless its robots.txt asks for more. */
  readonly pauseMs: number
}

export const openPageReader = ({ fetcher, pauseMs }: Options): PageReader => {
  const robots = openRobots(fetcher)
  const takeTurn = hostTurns()
  return {
    read: async (text, signal) => {
      const url = plainAddress(text)
      const rules = await robots.of(url, signal)
      if (!rules.isAllowed) throw new WebRefusal('robots', url.host)
      const pause = Math.max(pauseMs, rules.pauseMs)
      const page = await takeTurn(url.host, { pauseMs: pause, signal }, () =>
        fetcher.read({ url: url.href, accept, maxBytes: pageMost, signal }),
      )
      // A redirect may have led to another host, which has a word of its own.
      const isElsewhere = page.url.host !== url.host
      if (isElsewhere && !(await robots.of(page.url, signal)).isAllowed) throw new WebRefusal('robots', page.url.host)
      return { url: page.url.href, ...(await textOf(page, signal)) }
    },
  }
}

const plainAddress = (text: string): URL => {
  if (!URL.canParse(text)) throw new FetchRefusal('address')
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol)) throw new FetchRefusal('address')
  if (url.username || url.password) throw new FetchRefusal('credentials')
  return url
}

const textOf = async ({ bytes, charset, mediaType, url }: ReadAnswer, signal: AbortSignal): Promise<ReadMarkup> => {
  const page = { bytes, charset, isMarkup: mediaType.includes('html'), url: url.href }
  const { value, unread } = await readPage(page, { key: url.host, signal })
  if (unread !== undefined) throw new WebRefusal('form', url.host, unread)
  return value
}
