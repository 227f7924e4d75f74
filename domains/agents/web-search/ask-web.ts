import {
  type ProviderId,
  type Web,
  type WebQuestion,
  WebRefusal,
  type WebSource,
} from '../../../execution/web/index.ts'
import { RootKeyMissing, type Vault, VaultUnavailable } from '../../../platform/crypto/index.ts'
import type { InTransaction, Transaction } from '../../../platform/db/transaction.ts'
import { FetchRefusal } from '../../../platform/fetch/index.ts'
import type { WebChoice } from '../../code/projects/contract/web.ts'
import { sourceOf, toolsIn } from './sources.ts'
import { countPage, crawlUseOf, enabledProviders, releasePage } from './store.ts'
import { sealedCredentials } from '../../code/secrets/index.ts'

export interface AskWebParts {
  readonly web: Web
  readonly vault: Vault
  /** Pages that the built-in crawler may read for a workspace in a month. */
  readonly crawlPages: number
}

/** Returns the web tools that agents get in a project with this choice, as the workspace's enabled providers allow. */
export const webToolsFor = async (tx: Transaction, choice: WebChoice) =>
  toolsIn((await webSourcesIn(tx)).enabled, choice)

const webSourcesIn = async (tx: Transaction) => {
  const [rows, { enabled: crawl }] = await Promise.all([enabledProviders(tx), crawlUseOf(tx, { now: await tx.now() })])
  return { rows, enabled: { providers: rows.map(({ provider }) => provider), crawl } }
}

/**
 * Answers one question of an agent to the web, by a provider that is enabled now. Throws if `signal` aborts; every
 * other failure becomes a sentence for the agent. The caller stores the answer, so that the same question is not paid
 * for twice.
 */
export const askWeb = async (
  { web, vault, crawlPages }: AskWebParts,
  within: InTransaction,
  question: WebQuestion,
  choice: WebChoice,
  signal: AbortSignal,
) => {
  const by = await within(async (tx) => sourceOf(question.tool, (await webSourcesIn(tx)).enabled, choice))
  if (by === undefined) return { ok: false, text: switchedOff, by: 'nobody' }
  try {
    const source = by === 'crawler' ? countedCrawler(within, crawlPages) : await openProvider(within, vault, by)
    return { ok: true, text: await web.ask(question, source, signal), by }
  } catch (error) {
    signal.throwIfAborted()
    return { ok: false, text: toSentence(error), by }
  }
}

const openProvider = (within: InTransaction, vault: Vault, provider: ProviderId): Promise<WebSource> =>
  within(async (tx) => {
    const row = (await enabledProviders(tx)).find((one) => one.provider === provider)
    if (!row) throw new SwitchedOff()
    return { provider, apiKey: await webProviderKey.open(tx, vault, provider, row) }
  })

/** Returns the built-in crawler. Each page is counted before it is read, so that two requests never share the last. */
const countedCrawler = (within: InTransaction, most: number): WebSource => ({
  takePage: async () => {
    const month = await within(async (tx) => countPage(tx, await tx.now(), most))
    return month === undefined ? undefined : async () => void (await within((tx) => releasePage(tx, { month })))
  },
})

class SwitchedOff extends Error {}

const switchedOff = 'The web is not available any more: somebody switched it off. Go on without it.'
const noKey = 'The key for the web cannot be opened on this server. Go on without the web.'

const toSentence = (error: unknown): string => {
  if (error instanceof SwitchedOff) return switchedOff
  if (error instanceof WebRefusal || error instanceof FetchRefusal) return error.message
  if (error instanceof VaultUnavailable || error instanceof RootKeyMissing) return noKey
  throw error
}

/** The encrypted keys of web providers, by workspace and provider. */
export const webProviderKey = sealedCredentials('web-provider')
