import { FetchRefusal, type Fetcher } from '../../../platform/fetch/index.ts'
import { outsideReader } from '../../../platform/threads/index.ts'
import type { readRobots as robots } from './robots-text.ts'

/** The name by which sites mean this program in robots.txt. */
const crawlerName = 'Atelier'

const textMost = 512 * 1024
const keptMs = 3_600_000
const hostsMost = 500
const pauseMostMs = 10_000

const readRobots = outsideReader<typeof robots>({
  module: new URL('./robots-text.ts', import.meta.url),
  name: 'readRobots',
  mostBytes: textMost + 8_192,
  workMs: 2_000,
})

export interface Rules {
  /** Whether this address may be read. */
  readonly isAllowed: boolean
  /** The pause that the host asks for between two pages, at most ten seconds. */
  readonly pauseMs: number
}

/**
 * The rules of hosts for programs, kept for an hour. A robots.txt that is not there allows all; a temporarily
 * unavailable robots.txt forbids all, and is asked for again with the next page. Source: RFC 9309, section 2.3.
 */
export const openRobots = (fetcher: Fetcher) => {
  const cache = new Map<string, { readonly said: RobotsFile; readonly untilMs: number }>()
  return {
    of: async (url: URL, signal: AbortSignal): Promise<Rules> => {
      const { origin } = url
      const before = cache.get(origin)
      if (before && before.untilMs > Date.now()) return rulesOf(before.said, url, signal)
      const said = await fetchRobots(fetcher, origin, signal)
      if (!said) return nothing
      const [oldest] = cache.keys()
      if (cache.size >= hostsMost && oldest !== undefined) cache.delete(oldest)
      cache.set(origin, { said, untilMs: Date.now() + keptMs })
      return rulesOf(said, url, signal)
    },
  }
}

/** The bytes of a robots.txt, or that its host has none. */
type RobotsFile = Uint8Array | 'all'

const nothing: Rules = { isAllowed: false, pauseMs: 0 }
const everything: Rules = { isAllowed: true, pauseMs: 0 }

/** A robots.txt that cannot be read in time allows nothing. */
const rulesOf = async (said: RobotsFile, { host, href }: URL, signal: AbortSignal): Promise<Rules> => {
  if (said === 'all') return everything
  const { value } = await readRobots({ bytes: said, url: href, name: crawlerName }, { key: host, signal })
  return value ? { ...value, pauseMs: Math.min(pauseMostMs, value.pauseMs) } : nothing
}

/** Undefined for a host whose word cannot be had now. An address that is not fetched at all stays a FetchRefusal. */
const fetchRobots = async (fetcher: Fetcher, origin: string, signal: AbortSignal): Promise<RobotsFile | undefined> => {
  const url = `${origin}/robots.txt`
  try {
    const { bytes } = await fetcher.read({ url, accept: ['text/plain', 'text/*'], maxBytes: textMost, signal })
    return bytes
  } catch (error) {
    if (!(error instanceof FetchRefusal)) throw error
    if (error.status !== undefined && error.status < 500) return 'all'
    if (error.reason === 'type') return 'all'
    if (['address', 'credentials', 'port', 'unreachable', 'certificate', 'downgrade'].includes(error.reason))
      throw error
    return undefined
  }
}
