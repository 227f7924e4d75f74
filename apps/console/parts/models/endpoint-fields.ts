import type { Input } from '../../../../platform/client/index.ts'
import type { createModelEndpoint } from '../../../../domains/agents/models/contract/endpoints.ts'

export interface EndpointFields {
  readonly address: string
  readonly model: string
  readonly key: string
  readonly input: string
  readonly output: string
}

type FieldErrors = Partial<Record<keyof EndpointFields, 'missing' | 'badAddress' | 'badPrice'>>
type EndpointBody = NonNullable<Input<typeof createModelEndpoint>['body']>

/** The name of an endpoint: the known part of its host, as `openai` of api.openai.com. */
export const nameOf = (host: string): string => {
  const labels = host.split('.').filter((label) => !['api', 'models', 'www'].includes(label))
  const name = (labels[0] ?? '').toLowerCase().replaceAll(/[^a-z0-9-]/g, '-')
  return name.replaceAll(/^-+|(?<!-)-+$/g, '').slice(0, 40) || 'endpoint'
}

const hostOf = (address: string): string | undefined => {
  try {
    const { protocol, hostname } = new URL(address)
    return /^https?:$/.test(protocol) && hostname !== '' ? hostname : undefined
  } catch {
    return undefined
  }
}

/** Dollars as people write them, with a point or a comma; undefined if it is no amount. */
export const dollarsIn = (text: string) => {
  const written = text.trim().replace(',', '.')
  return /^\d{1,6}(\.\d{1,6})?$/.test(written) ? Number(written) : undefined
}

/** An endpoint as it is sent, or what is wrong with the form. */
export const endpointOf = (
  { address, model, key, input, output }: EndpointFields,
  now: Date,
): { readonly body?: EndpointBody; readonly wrong: FieldErrors } => {
  const host = hostOf(address.trim())
  const inputUsdPerMillion = dollarsIn(input)
  const outputUsdPerMillion = dollarsIn(output)
  const wrong: FieldErrors = {
    ...(host === undefined && { address: 'badAddress' }),
    ...(model.trim() === '' && { model: 'missing' }),
    ...(inputUsdPerMillion === undefined && { input: 'badPrice' }),
    ...(outputUsdPerMillion === undefined && { output: 'badPrice' }),
  }
  if (host === undefined || inputUsdPerMillion === undefined || outputUsdPerMillion === undefined || wrong.model)
    return { wrong }
  const listed = {
    model: model.trim(),
    inputUsdPerMillion,
    outputUsdPerMillion,
    pricedOn: now.toISOString().slice(0, 10),
  }
  return {
    body: {
      name: nameOf(host),
      baseUrl: address.trim(),
      ...(key.trim() !== '' && { apiKey: key.trim() }),
      models: [listed],
    },
    wrong,
  }
}
