import type { InvalidField } from '../../../../platform/contract/index.ts'
import { masked } from '../rules.ts'

/** How secrets are asked for at Infisical: a machine identity with universal auth, and the folder that it reads. */
export interface InfisicalConfig {
  readonly clientId: string
  readonly clientSecret: string
  readonly projectId: string
  /** The slug of an environment over there. */
  readonly environment: string
  /** An origin: scheme and host, with a port if it is not the usual one. */
  readonly siteUrl: string
  readonly secretPath: string
  readonly recursive: boolean
}

const defaults = { siteUrl: 'https://app.infisical.com', secretPath: '/', recursive: false }
const required = ['clientId', 'clientSecret', 'projectId', 'environment'] as const
const texts = [...required, 'siteUrl', 'secretPath'] as const
const fieldNames: readonly string[] = [...texts, 'recursive']
const textMost = 1_000

export type CheckedConfig<Config> = { readonly config: Config } | { readonly problems: readonly InvalidField[] }

/** The stored config with the sent fields over it. `isAllowed` decides whether an origin may get requests. */
export const mergedInfisical = (
  stored: InfisicalConfig | undefined,
  sent: Readonly<Record<string, unknown>>,
  isAllowed: (origin: string) => boolean,
): CheckedConfig<InfisicalConfig> => {
  const merged: Readonly<Record<string, unknown>> = { ...defaults, ...stored, ...sent }
  const unknown = Object.keys(sent).filter((name) => !fieldNames.includes(name))
  const problems = [
    ...unknown.map((name) => fault(name, 'is not a field of this config', 'unknown')),
    ...texts.flatMap((name) => problemsOfText(name, merged[name])),
    ...(typeof merged.recursive === 'boolean' ? [] : [fault('recursive', 'has to be true or false', 'type')]),
  ]
  if (problems.length > 0) return { problems }
  const config = merged as unknown as InfisicalConfig
  if (!config.secretPath.startsWith('/')) return { problems: [fault('secretPath', 'has to begin with /', 'path')] }
  const origin = originOf(config.siteUrl)
  const wrongOrigin = 'has to be a public https origin, such as https://app.infisical.com'
  if (origin === undefined || !isAllowed(origin)) return { problems: [fault('siteUrl', wrongOrigin, 'origin')] }
  // A caller who may change an address could read a stored secret by having it sent to a server of their own.
  if (stored && origin !== stored.siteUrl && sent.clientSecret === undefined)
    return { problems: [fault('clientSecret', 'is required with another siteUrl', 'required')] }
  return { config: { ...config, siteUrl: origin } }
}

const problemsOfText = (name: (typeof texts)[number], value: unknown): InvalidField[] => {
  if (value === undefined) return [fault(name, 'is required', 'required')]
  if (typeof value !== 'string') return [fault(name, 'has to be text', 'type')]
  if (value.length > 0 && value.length <= textMost && !/\p{Cc}/u.test(value)) return []
  return [fault(name, `has 1 to ${textMost} characters without control characters`, 'maxLength')]
}

const fault = (name: string, message: string, rule: string): InvalidField => ({
  path: `config.${name.slice(0, 100)}`,
  message,
  rule,
})

/** The origin of an address that has no more than one; undefined for every other text. */
const originOf = (text: string) => {
  if (!URL.canParse(text)) return undefined
  const { protocol, origin, pathname, search, hash, username, password } = new URL(text)
  const isBare = pathname === '/' && [search, hash, username, password].every((part) => part === '')
  return isBare && ['https:', 'http:'].includes(protocol) ? origin : undefined
}

/** A config as people may see it, with the client secret masked. */
export const summaryOfInfisical = ({ clientSecret, ...rest }: InfisicalConfig) => ({
  ...rest,
  clientSecret: masked(clientSecret),
})
