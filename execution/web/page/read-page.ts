import { FetchRefusal, type FetchedHead, type Fetcher, type ReadAnswer } from '../../../platform/fetch/index.ts'
import { openThread, type Thread } from '../../../platform/threads/index.ts'
import { type PageText, WebRefusal } from '../web.ts'
import type { ReadMarkup } from './page-text.ts'
import type { PageRequest } from './page-worker.ts'
import { openTurns } from './host-turns.ts'
import { openRobots } from './robots.ts'

const accept = ['text/html', 'application/xhtml+xml', 'text/plain', 'text/markdown', 'application/json']
const pageMost = 2 * 2 ** 20
const readingMs = 5_000
const readingMiB = 256

/** A page that was read, and where it leads. */
export interface LinkedPage extends PageText {
  readonly links: readonly string[]
}

export interface PageReader {
  /**
   * Reads a page as a well-behaved program does: after its host's robots.txt, one at a time for each host, with a pause
   * between two. Throws WebRefusal and FetchRefusal, whose messages are for the agent, or the reason of `signal`.
   */
  read(url: string, signal: AbortSignal): Promise<LinkedPage>
  close(): Promise<void>
}

interface Options {
  readonly fetcher: Fetcher
  /** Between two pages of one host, where its robots.txt does not ask for more. */
  readonly pauseMs?: number
}

export const openPageReader = ({ fetcher, pauseMs = 1_000 }: Options): PageReader => {
  const module = new URL('./page-worker.ts', import.meta.url)
  const thread: Thread<PageRequest, ReadMarkup> = openThread({ module, answerMs: readingMs, memoryMiB: readingMiB })
  const robots = openRobots(fetcher)
  const turns = openTurns()
  return {
    read: async (text, signal) => {
      const url = plainAddress(text)
      const rules = await robots.of(url, signal)
      if (!rules.allows(url)) throw new WebRefusal('robots', url.host)
      const pause = Math.max(pauseMs, rules.pauseMs)
      const page = await turns.take(url.host, { pauseMs: pause, signal }, () =>
        fetcher.read({ url: url.href, accept, maxBytes: pageMost, signal }),
      )
      // A redirect may have led to another host, which has a word of its own.
      const isElsewhere = page.url.host !== url.host
      if (isElsewhere && !(await robots.of(page.url, signal)).allows(page.url))
        throw new WebRefusal('robots', page.url.host)
      return { url: page.url.href, ...(await textOf(thread, page)) }
    },
    close: () => thread.close(),
  }
}

const plainAddress = (text: string): URL => {
  if (!URL.canParse(text)) throw new FetchRefusal('address')
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol)) throw new FetchRefusal('address')
  if (url.username || url.password) throw new FetchRefusal('credentials')
  return url
}

const textOf = async (thread: Thread<PageRequest, ReadMarkup>, page: ReadAnswer): Promise<ReadMarkup> => {
  const text = decoded(page)
  if (!page.mediaType.includes('html')) return { title: '', text, links: [] }
  return thread.ask({ html: text, url: page.url.href }).catch((error: unknown) => {
    throw new WebRefusal('form', page.url.host, error)
  })
}

const decoded = ({ bytes, charset = 'utf-8' }: ReadAnswer & Pick<FetchedHead, 'charset'>): string => {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}
