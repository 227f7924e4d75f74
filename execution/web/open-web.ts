import type { Fetcher } from '../../platform/fetch/index.ts'
import { providerAddresses, type ProviderId } from './addresses.ts'
import { askProvider, providers } from './ask-provider.ts'
import { openPageReader } from './page/read-page.ts'
import { sayPage, saySearch } from './say.ts'
import { WebRefusal, type WebTool } from './web.ts'

/** Who answers a tool: a provider with the workspace's key, or the built-in crawler, which only reads. */
export type WebSource = { readonly provider: ProviderId; readonly apiKey: string } | 'crawler'

/** What is asked for: a query, or the address of a page. */
export interface WebQuestion {
  readonly tool: WebTool
  readonly input: string
}

/** The way to the web for agents. It knows nothing of workspaces: keys come with each question and are not kept. */
export interface Web {
  /** A text for the agent. Throws WebRefusal and FetchRefusal with a sentence for it, or the reason of `signal`. */
  ask(question: WebQuestion, source: WebSource, signal: AbortSignal): Promise<string>
  close(): Promise<void>
}

export interface WebSettings {
  readonly fetcher: Fetcher
  /** Addresses in the place of the public ones. */
  readonly addresses?: Readonly<Partial<Record<ProviderId, string>>>
  readonly pauseMs?: number
}

/** What agents call the built-in crawler. */
const crawlerLabel = 'the built-in crawler'

export const openWeb = ({ fetcher, addresses = {}, pauseMs }: WebSettings): Web => {
  const reader = openPageReader({ fetcher, ...(pauseMs !== undefined && { pauseMs }) })
  return {
    ask: async ({ tool, input }, source, signal) => {
      if (source === 'crawler') {
        if (tool === 'web_search') throw new WebRefusal('request', crawlerLabel)
        return sayPage(await reader.read(input, signal), crawlerLabel)
      }
      const { provider, apiKey } = source
      const api = providers[provider]
      const address = addresses[provider] ?? providerAddresses[provider]
      const call = { fetcher, address, apiKey, signal }
      if (tool === 'web_search') return saySearch(input, api.label, await askProvider(call, api, api.search, input))
      if (!api.read) throw new WebRefusal('request', api.label)
      return sayPage(await askProvider(call, api, api.read, input), api.label)
    },
    close: () => reader.close(),
  }
}

/** What a provider can be used for. */
export const toolsOf = (provider: ProviderId): readonly WebTool[] =>
  providers[provider].read ? ['web_search', 'web_read'] : ['web_search']
