import { publicEndpoints, type PublicEndpoint } from '../public-endpoints.ts'
import type { Environment, KeySource } from './source.ts'

/** Returns the keys for model makers in an environment, in the order of the makers' list. */
export const keysIn = (environment: Environment): readonly KeySource[] =>
  publicEndpoints
    .filter(({ keyVariable }) => (environment[keyVariable] ?? '').trim() !== '')
    .map((maker) => (maker.name === 'openai' ? openAi(maker, environment) : sourceOf(maker, environment)))

const sourceOf = (maker: PublicEndpoint, environment: Environment): KeySource => {
  const { name, title, keyVariable: variable, baseUrl, model, contextTokens, maxOutputTokens, price } = maker
  const facts = { kind: 'key', name, title, variable, baseUrl, model, contextTokens, maxOutputTokens, price } as const
  return isSendable(environment[variable]!.trim())
    ? facts
    : { ...facts, unusable: `The value of ${variable} has a space or a character that no key has.` }
}

/** OPENAI_BASE_URL leads elsewhere, with models and prices other than OpenAI's. */
const openAi = (maker: PublicEndpoint, environment: Environment): KeySource => {
  const own = (environment.OPENAI_BASE_URL ?? '')
    .trim()
    .replace(/\/{1,99}$/, '')
    .replace(/^http:\/\/localhost(?=[:/])/, 'http://127.0.0.1')
  const source = sourceOf(maker, environment)
  if (own === '' || own === maker.baseUrl) return source
  if (!isPlainAddress(own))
    return { ...source, unusable: 'OPENAI_BASE_URL is no http or https address without user and query.' }
  const { kind, name, variable, unusable } = source
  const { host } = new URL(own)
  return {
    kind,
    name,
    title: `OpenAI-compatible at ${host}`,
    variable,
    baseUrl: own,
    model: (environment.OPENAI_MODEL ?? '').trim() || maker.model,
    unusable,
  }
}

const isPlainAddress = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && [username, password, search, hash].every((part) => part === '')
}

const keyMostChars = 10_000

/** Visible ASCII without spaces: it is sent in a header. */
const isSendable = (key: string) => key.length <= keyMostChars && /^[\x21-\x7e]+$/.test(key)
