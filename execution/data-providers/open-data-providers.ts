import { setTimeout } from 'node:timers/promises'
import { jsonOf } from '../../packages/foreign-json/index.ts'
import { FetchRefusal, type Fetcher } from '../../platform/fetch/index.ts'
import { dataProviderAddresses, type DataProviderId, type ProviderRequest } from '../web/index.ts'
import { type Capability, capabilities, type LookupAnswer, type LookupInput } from './lookup.ts'
import type { DataProviderApi, LookupPrice } from './provider-api.ts'
import { apollo } from './providers/apollo.ts'
import { dropcontact } from './providers/dropcontact.ts'
import { hunter } from './providers/hunter.ts'
import { neverbounce } from './providers/neverbounce.ts'
import { peopledatalabs } from './providers/peopledatalabs.ts'
import { zerobounce } from './providers/zerobounce.ts'
import { LookupRefusal, type LookupRefusalReason } from './refusal.ts'

const apis: Readonly<Record<DataProviderId, DataProviderApi>> = {
  hunter,
  apollo,
  peopledatalabs,
  zerobounce,
  neverbounce,
  dropcontact,
}

/** When the prices were entered by hand. They were compared with no price list. */
export const pricedOn = '2026-11-25'

/** The facts of a provider that need no request. */
interface DataProviderFacts {
  readonly label: string
  readonly capabilities: readonly Capability[]
  /** Those that it answers only in the background. */
  readonly background: readonly Capability[]
  readonly prices: Readonly<Partial<Record<Capability, LookupPrice>>>
}

export const dataProviderIds = Object.keys(dataProviderAddresses) as [DataProviderId, ...DataProviderId[]]

export const dataProviderFacts = (provider: DataProviderId): DataProviderFacts => {
  const { label, exchanges, background = {}, prices } = apis[provider]
  const inBackground = capabilities.filter((one) => background[one] !== undefined)
  return {
    label,
    prices,
    background: inBackground,
    capabilities: capabilities.filter((one) => exchanges[one] !== undefined || inBackground.includes(one)),
  }
}

interface LookupQuestion {
  readonly provider: DataProviderId
  readonly apiKey: string
  readonly capability: Capability
  readonly input: LookupInput
  readonly signal: AbortSignal
}

/** The way to providers of company data. Keys come with each question and are not kept. */
export interface DataProviders {
  /** Asks once; a provider that is still at work is looked at again within the time for one look-up. Throws LookupRefusal, or the reason of `signal`. */
  ask(question: LookupQuestion): Promise<Exclude<LookupAnswer, 'pending'>>
}

interface DataProviderSettings {
  readonly fetcher: Fetcher
  /** Addresses in the place of the public ones. */
  readonly addresses?: Readonly<Partial<Record<DataProviderId, string>>>
  /** For one request. */
  readonly withinMs?: number
  /** Between two looks at a provider that is at work. */
  readonly pauseMs?: number
}

/** The longest time for a look-up: a reservation is held no longer. */
export const lookupMostMs = 90_000

// Answers of a person with every job they had are some 100 KiB.
const answerMost = 2 * 2 ** 20
const looksMost = 4

export const openDataProviders = (settings: DataProviderSettings): DataProviders => {
  const { fetcher, addresses = {}, withinMs = 20_000, pauseMs = 5_000 } = settings
  const send = async (provider: DataProviderId, request: ProviderRequest, signal: AbortSignal) => {
    const { label, refusal, notFoundStatuses = [] } = apis[provider]
    const { path, ...outgoing } = request
    const url = `${(addresses[provider] ?? dataProviderAddresses[provider]).replace(/\/{1,99}$/, '')}${path}`
    const sent = await fetcher
      .send({ ...outgoing, url, maxBytes: answerMost, withinMs, signal })
      .catch((error: unknown) => {
        if (!(error instanceof FetchRefusal)) throw error
        throw new LookupRefusal(error.reason === 'slow' ? 'slow' : 'failed', label, error)
      })
    const body = jsonOf(sent.bytes)
    if (notFoundStatuses.includes(sent.status)) return { status: sent.status, body, isMissing: true }
    const reason = refusal?.(sent.status, body) ?? reasonOf(sent.status)
    if (reason) throw new LookupRefusal(reason, label)
    return { status: sent.status, body, isMissing: false }
  }
  return {
    ask: async ({ provider, apiKey, capability, input, signal }) => {
      const { label, exchanges, background } = apis[provider]
      const inBackground = background?.[capability]
      const direct = exchanges[capability]
      let look = () => send(provider, direct!.request(apiKey, input), signal)
      if (!direct && !inBackground) throw new LookupRefusal('request', label)
      if (inBackground) {
        const begun = await send(provider, inBackground.begin.request(apiKey, input), signal)
        const id = inBackground.begin.answer(begun.body)
        if (id === undefined) throw new LookupRefusal('unreadable', label)
        look = () => send(provider, inBackground.look.request(apiKey, id), signal)
      }
      const answerOf = inBackground ? inBackground.look.answer : direct!.answer
      for (let looks = 0; looks < looksMost; looks += 1) {
        if (looks > 0 || inBackground) await pause(pauseMs * (looks + 1), signal)
        const { status, body, isMissing } = await look()
        const answer = isMissing ? 'not_found' : answerOf(status, body)
        if (answer === undefined) throw new LookupRefusal('unreadable', label)
        if (answer !== 'pending') return answer
      }
      throw new LookupRefusal('slow', label)
    },
  }
}

const pause = async (ms: number, signal: AbortSignal) => {
  await setTimeout(ms, undefined, { signal }).catch(() => signal.throwIfAborted())
}

const byStatus: Readonly<Record<number, LookupRefusalReason>> = {
  401: 'key',
  402: 'used',
  403: 'key',
  408: 'slow',
  429: 'busy',
  504: 'slow',
}

const reasonOf = (status: number): LookupRefusalReason | undefined => {
  if (status >= 200 && status <= 299) return undefined
  return byStatus[status] ?? (status >= 500 ? 'failed' : 'request')
}
