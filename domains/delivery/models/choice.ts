import type { ModelChoice, ModelProvider, Price } from '../../../execution/models/index.ts'

/** Models of the instance's endpoint: the one that its settings name, and others with what they cost. */
export interface OfferedModels {
  readonly own: Pick<ModelProvider, 'name' | 'shape'> & ModelChoice
  readonly others: readonly OtherModel[]
}

export interface OtherModel {
  readonly model: string
  readonly price: Price
  /** As the own model's where they are not known. */
  readonly contextTokens?: number
  readonly maxOutputTokens?: number
}

/** What somebody wants of a model. */
export interface AskedModel {
  readonly model: string
  readonly temperature?: number | undefined
  readonly maxTokens?: number | undefined
}

/**
 * The model as the gateway takes it; or why it cannot be used. Where the operator says what models cost, be it nothing,
 * one without a price of its own is refused: no cap would hold for it. Where they do not, it is unknown for all.
 */
export const choiceOf = (
  { own, others }: OfferedModels,
  { model, temperature, maxTokens }: AskedModel,
): ModelChoice | { readonly refusal: string } => {
  const found = model === own.model ? own : others.find((one) => one.model === model)
  if (!found && own.name === 'offline') return { refusal: 'this instance has the built-in offline model alone' }
  if (!found && (own.price || others.length > 0))
    return { refusal: 'what it costs is not known, so that no cap would hold' }
  const { price, contextTokens = own.contextTokens, maxOutputTokens = own.maxOutputTokens } = found ?? own
  const most = Math.min(maxTokens ?? Infinity, maxOutputTokens, own.maxOutputTokens)
  return { model, price, contextTokens, maxOutputTokens: most, temperature }
}

/** What is wrong with a wish, field by field, before it is kept. */
export const faultsOf = (offered: OfferedModels, asked: AskedModel) => {
  const { own } = offered
  const choice = choiceOf(offered, asked)
  // Anthropic's scale ends at 1.
  const hottest = own.shape === 'messages' ? 1 : 2
  return [
    ...('refusal' in choice
      ? [{ path: 'modelIdentifier', message: `cannot be used: ${choice.refusal}`, rule: 'model' }]
      : []),
    ...((asked.temperature ?? 0) > hottest
      ? [{ path: 'temperature', message: `is at most ${hottest} with this endpoint`, rule: 'maximum' }]
      : []),
    ...((asked.maxTokens ?? 0) > own.maxOutputTokens
      ? [{ path: 'maxTokens', message: `is at most ${own.maxOutputTokens} on this instance`, rule: 'maximum' }]
      : []),
  ]
}
