import robots from 'robots-parser'
import { FetchRefusal, type Fetcher } from '../../../platform/fetch/index.ts'

/** The name by which sites mean this program in robots.txt. */
export const crawlerName = 'Atelier'

// Its types are those of an ES module, and it is none.
const robotsParser = robots as unknown as (
  url: string,
  text: string,
) => {
  isAllowed(url: string, name: string): boolean | undefined
  getCrawlDelay(name: string): number | undefined
}

const textMost = 512 * 1024
const keptMs = 3_600_000
const hostsMost = 500
const pauseMostMs = 10_000

export interface Rules {
  allows(url: URL): boolean
  /** What the host asks for between two pages, at most ten seconds. */
  readonly pauseMs: number
}

/**
 * What hosts say to programs, kept for an hour. A robots.txt that is not there allows all; one that cannot be had at the
 * moment forbids all, and is asked for again with the next page. Source: RFC 9309, section 2.3.
 */
export const openRobots = (fetcher: Fetcher) => {
  const kept = new Map<string, { readonly rules: Rules; readonly untilMs: number }>()
  return {
    of: async ({ origin }: URL, signal: AbortSignal): Promise<Rules> => {
      const known = kept.get(origin)
      if (known && known.untilMs > Date.now()) return known.rules
      const rules = await readRules(fetcher, origin, signal)
      if (!rules) return nothing
      const [oldest] = kept.keys()
      if (kept.size >= hostsMost && oldest !== undefined) kept.delete(oldest)
      kept.set(origin, { rules, untilMs: Date.now() + keptMs })
      return rules
    },
  }
}

const nothing: Rules = { allows: () => false, pauseMs: 0 }
const everything: Rules = { allows: () => true, pauseMs: 0 }

/** Undefined for a host whose word cannot be had now. An address that is not fetched at all stays a FetchRefusal. */
const readRules = async (fetcher: Fetcher, origin: string, signal: AbortSignal): Promise<Rules | undefined> => {
  const url = `${origin}/robots.txt`
  try {
    const { bytes } = await fetcher.read({ url, accept: ['text/plain', 'text/*'], maxBytes: textMost, signal })
    const said = robotsParser(url, bytes.toString('utf8'))
    const pauseMs = Math.min(pauseMostMs, Math.max(0, said.getCrawlDelay(crawlerName) ?? 0) * 1_000)
    return { allows: ({ href }) => said.isAllowed(href, crawlerName) ?? true, pauseMs }
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error
    if (error.status !== undefined && error.status < 500) return everything
    if (error.reason === 'type') return everything
    if (['address', 'credentials', 'port', 'unreachable', 'certificate', 'downgrade'].includes(error.reason))
      throw error
    return undefined
  }
}
