import { type ProviderId, providerIds, toolsOf, type WebTool } from '../../../execution/web/index.ts'
import type { WebChoice } from '../../code/projects/contract/web.ts'

export const webTools = ['web_search', 'web_read', 'web_crawl'] as const satisfies readonly WebTool[]

/** A project's choice about the web in its settings. An unknown setting means no web. */
export const choiceOf = (said: unknown): WebChoice => {
  if (said === undefined) return 'on'
  return said === 'on' || said === 'crawler' ? said : 'off'
}

/** The enabled sources of a workspace. */
export interface EnabledSources {
  /** The last enabled provider is first. */
  readonly providers: readonly ProviderId[]
  readonly crawl: boolean
}

export const isProvider = (name: string): name is ProviderId => (providerIds as readonly string[]).includes(name)

/** The provider of a tool in a project; undefined without one, and agents have no such tool. */
export const sourceOf = (
  tool: WebTool,
  { providers, crawl }: EnabledSources,
  choice: WebChoice,
): ProviderId | 'crawler' | undefined => {
  if (choice === 'off') return undefined
  const provider = providers.find((one) => toolsOf(one).includes(tool))
  if (tool === 'web_search') return provider
  const crawler = crawl ? ('crawler' as const) : undefined
  return choice === 'crawler' ? crawler : (provider ?? crawler)
}

/** The tools that agents get in a project. */
export const toolsIn = (enabled: EnabledSources, choice: WebChoice): readonly WebTool[] =>
  webTools.filter((tool) => sourceOf(tool, enabled, choice) !== undefined)
