import type { Input, Reply } from '../../../../platform/client/index.ts'
import type { listModelCatalog } from '../../../../domains/agents/models/contract.ts'
import type { createModelEndpoint } from '../../../../domains/agents/models/contract/endpoints.ts'

/** A public maker of models, with those whose prices the server knows. */
export type Maker = Reply<typeof listModelCatalog>['makers'][number]

export interface EndpointFields {
  /** The name of the maker; empty for another address. */
  readonly maker: string
  readonly address: string
  readonly model: string
  readonly key: string
  readonly input: string
  readonly output: string
}

type FieldErrors = Partial<Record<keyof EndpointFields, 'missing' | 'badAddress' | 'badPrice'>>
type EndpointBody = NonNullable<Input<typeof createModelEndpoint>['body']>

/** The fields for a model of a maker, with its price; the price of a model that its list does not have is to be typed. */
export const filledFor = (
  maker: Maker | undefined,
  name = maker?.models[0]?.model ?? '',
): Omit<EndpointFields, 'key'> => {
  const model = maker?.models.find((one) => one.model === name)
  return {
    maker: maker?.name ?? '',
    address: maker?.baseUrl ?? '',
    model: name,
    input: model === undefined ? '' : String(model.inputUsdPerMillion),
    output: model === undefined ? '' : String(model.outputUsdPerMillion),
  }
}

/** Where people make a key at a maker. */
export const keyPages: Readonly<Record<string, string>> = {
  anthropic: 'https://platform.claude.com/settings/keys',
  openai: 'https://platform.openai.com/api-keys',
  gemini: 'https://aistudio.google.com/apikey',
  openrouter: 'https://openrouter.ai/settings/keys',
  deepseek: 'https://platform.deepseek.com/api_keys',
  mistral: 'https://console.mistral.ai/api-keys',
  groq: 'https://console.groq.com/keys',
  xai: 'https://console.x.ai',
}

/** The name of an endpoint: the known part of its host, as `openai` of api.openai.com. */
export const nameOf = (host: string): string => {
  const labels = host.split('.').filter((label) => !['api', 'models', 'www'].includes(label))
  const name = (labels[0] ?? '').toLowerCase().replaceAll(/[^a-z0-9-]/g, '-')
  return name.replaceAll(/^-+|(?<!-)-+$/g, '').slice(0, 40) || 'endpoint'
}

const hostOf = (address: string): string | undefined => {
  if (!URL.canParse(address)) return undefined
  const { protocol, hostname } = new URL(address)
  return /^https?:$/.test(protocol) && hostname !== '' ? hostname : undefined
}

/** Dollars as people write them, with a point or a comma; undefined if it is no amount. */
export const dollarsIn = (text: string) => {
  const written = text.trim().replace(',', '.')
  return /^\d{1,6}(\.\d{1,6})?$/.test(written) ? Number(written) : undefined
}

/** An endpoint as it is sent, or the fault of the form. */
export const endpointOf = (
  { maker: named, address, model, key, input, output }: EndpointFields,
  makers: readonly Maker[],
  now: Date,
): { readonly body?: EndpointBody; readonly wrong: FieldErrors } => {
  const host = hostOf(address.trim())
  const maker = makers.find(({ name }) => name === named)
  const inputUsdPerMillion = dollarsIn(input)
  const outputUsdPerMillion = dollarsIn(output)
  const wrong: FieldErrors = {
    ...(host === undefined && { address: 'badAddress' }),
    ...(model.trim() === '' && { model: 'missing' }),
    ...(maker && key.trim() === '' && { key: 'missing' }),
    ...(inputUsdPerMillion === undefined && { input: 'badPrice' }),
    ...(outputUsdPerMillion === undefined && { output: 'badPrice' }),
  }
  if (
    host === undefined ||
    inputUsdPerMillion === undefined ||
    outputUsdPerMillion === undefined ||
    wrong.model ||
    wrong.key
  )
    return { wrong }
  const known = maker?.models.find((one) => one.model === model.trim())
  const isAsKnown =
    known?.inputUsdPerMillion === inputUsdPerMillion && known.outputUsdPerMillion === outputUsdPerMillion
  const listed = isAsKnown
    ? known
    : { model: model.trim(), inputUsdPerMillion, outputUsdPerMillion, pricedOn: now.toISOString().slice(0, 10) }
  return {
    body: {
      name: maker?.name ?? nameOf(host),
      baseUrl: address.trim(),
      ...(key.trim() !== '' && { apiKey: key.trim() }),
      models: [listed],
    },
    wrong,
  }
}
