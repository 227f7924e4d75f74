import { setTimeout as sleep } from 'node:timers/promises'
import { askProvider, type ProviderCall } from './ask-provider.ts'
import type { CrawlJob, CrawlState, ProviderApi } from './provider-api.ts'
import { crawlMs, crawlPagesMost, type PageText, WebRefusal } from './web.ts'

const endingMs = 5_000

interface CrawlPace {
  /** Between two looks at a crawl that is not over. */
  readonly lookMs: number
  /** After this a crawl is ended, and what it has read is the answer. */
  readonly mostMs?: number
}

/** Has a provider read pages of a site. Throws as `askProvider` does, and a WebRefusal where not one page was read. */
export const crawlByProvider = async (
  call: ProviderCall,
  api: ProviderApi,
  url: string,
  pace: CrawlPace,
): Promise<readonly PageText[]> => {
  const { crawl } = api
  if (!crawl) throw new WebRefusal('request', api.label)
  const pages =
    'begin' in crawl ? await carryOut(call, api, crawl, url, pace) : await askProvider(call, api, crawl, url)
  const read = pages.filter((page) => page.text.trim() !== '').slice(0, crawlPagesMost)
  if (read.length === 0) throw new WebRefusal('page', api.label)
  return read
}

/** A crawl without a waiting caller is ended, since it would go on and cost. */
const carryOut = async (
  call: ProviderCall,
  api: ProviderApi,
  job: CrawlJob,
  url: string,
  { lookMs, mostMs = crawlMs }: CrawlPace,
) => {
  const { id } = await askProvider(call, api, job.begin, url)
  const untilMs = performance.now() + mostMs
  let state: CrawlState = { isOver: false, pages: [] }
  try {
    do {
      state = await askProvider(call, api, job.look, id)
      if (!state.isOver) await pauseOf(lookMs, call.signal)
    } while (!state.isOver && performance.now() < untilMs)
    return state.pages
  } finally {
    if (!state.isOver) {
      const signal = AbortSignal.timeout(endingMs)
      await askProvider({ ...call, signal }, api, job.end, id).catch(() => undefined)
    }
  }
}

/** Rejects with the reason of the signal, which a timer only has as a cause. */
const pauseOf = async (pauseMs: number, signal: AbortSignal) => {
  await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
  signal.throwIfAborted()
}
