import { usage } from '../../failure.ts'
import { printable } from '../../terminal/text.ts'

export interface ListedOptions {
  readonly model?: readonly string[]
  readonly pricedOn?: string
  readonly contextTokens?: string
  readonly outputTokens?: string
}

/** Models as they are typed, such as `gpt-5=1.25/10`; undefined without any. */
export const listedModels = ({ model, pricedOn, contextTokens, outputTokens }: ListedOptions, now = new Date()) => {
  if (!model) {
    if (pricedOn ?? contextTokens ?? outputTokens) throw usage('Say for which models: --model gpt-5=1.25/10')
    return undefined
  }
  const shared = {
    pricedOn: pricedOn ?? now.toISOString().slice(0, 10),
    ...(contextTokens !== undefined && { contextTokens: tokensIn('--context-tokens', contextTokens) }),
    ...(outputTokens !== undefined && { maxOutputTokens: tokensIn('--output-tokens', outputTokens) }),
  }
  return model.map((text) => ({ ...listedModel(text), ...shared }))
}

/** A name and prices of a million tokens: input, output, and if they differ from input, of a cache read and written. */
const listedModel = (text: string) => {
  const [, model, prices] = /^(.+)=([\d./]+)$/.exec(text) ?? []
  const [input, output, read, write, ...more] = (prices ?? '').split('/').map(priceIn)
  if (!model || input === undefined || output === undefined || more.length > 0)
    throw usage(`${printable(text)} is no model with prices. Write it as gpt-5=1.25/10, or gpt-5=1.25/10/0.125.`)
  return {
    model,
    inputUsdPerMillion: input,
    outputUsdPerMillion: output,
    ...(read !== undefined && { cacheReadUsdPerMillion: read }),
    ...(write !== undefined && { cacheWriteUsdPerMillion: write }),
  }
}

const priceIn = (text: string) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined)

const tokensIn = (option: string, text: string) => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw usage(`${option} takes a whole number, such as 128000.`)
  return Number(text)
}
