import { FetchRefusal, type Fetcher, type ReadAnswer } from '../../../platform/fetch/index.ts'
import { outsideReader } from '../../../platform/threads/index.ts'
import { type PageText, WebRefusal } from '../web.ts'
import type { readPage as pageText, ReadMarkup } from './page-text.ts'
import { openTurns } from './host-turns.ts'
import { openRobots } from './robots.ts'

const accept = ['text/html', 'application/xhtml+xml', 'text/plain', 'text/markdown', 'application/json']
const pageMost = 2 * 2 ** 20

const readPage = outsideReader<typeof pageText>({
  module: new URL('./page-text.ts', import.meta.url),
  name: 'readPage',
  mostBytes: pageMost + 8_192,
})

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
}

interface Options {
  readonly fetcher: Fetcher
  /** Between two pages of one host, where its robots.txt does not ask for more. */
  readonly pauseMs?: number
}

export const openPageReader = ({ fetcher, pauseMs = 1_000 }: Options): PageReader => {
  const robots = openRobots(fetcher)
  const turns = openTurns()
  return {
    read: async (text, signal) => {
      const url = plainAddress(text)
      const rules = await robots.of(url, signal)
      if (!rules.isAllowed) throw new WebRefusal('robots', url.host)
      const pause = Math.max(pauseMs, rules.pauseMs)
      const page = await turns.take(url.host, { pauseMs: pause, signal }, () =>
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
  const asked = { bytes, charset, isMarkup: mediaType.includes('html'), url: url.href }
  const { value, unread } = await readPage(asked, { key: url.host, signal })
  if (unread !== undefined) throw new WebRefusal('form', url.host, unread)
  return value
}
