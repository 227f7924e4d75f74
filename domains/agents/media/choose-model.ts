import type { ModelCapability } from '../../../execution/model-table/index.ts'
import {
  mediaPrice,
  openAiMedia,
  tellsWords,
  type MediaPrice,
  type MediaProvider,
} from '../../../execution/media/index.ts'
import type { ModelGateway, Usage } from '../../../execution/models/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { listedModels, modelFor, withChosen, type ListedModel } from '../models/index.ts'
import type { MediaWork } from './parts.ts'
import type { MediaOrder } from './pay.ts'

/** What a model has to be able to do. */
export type MediaNeed = Extract<ModelCapability, 'images' | 'speech' | 'transcription' | 'video' | 'pictures'>

/** Why a name leads to no model: it is none, nothing here has it, or it cannot do what is needed. */
export type NoModel = 'unknown' | 'disabled' | 'incapable'

const ableModels = async (tx: Transaction, parts: MediaWork, need: MediaNeed): Promise<ListedModel[]> =>
  (await listedModels(tx, parts)).filter(
    // Anthropic's interface makes no media; all of them are shown pictures.
    ({ listed, shape }) => listed?.capabilities.includes(need) && (need === 'pictures' || shape !== 'messages'),
  )

/** The model that a name means for a need; without a name the first that fits best. */
export const chooseMediaModel = async (
  tx: Transaction,
  parts: MediaWork,
  need: MediaNeed,
  name?: string,
): Promise<ListedModel | NoModel> => {
  const able = await ableModels(tx, parts, need)
  if (name !== undefined) {
    const listed = parts.modelTable.get(name)
    if (!listed) return 'unknown'
    if (!listed.capabilities.includes(need)) return 'incapable'
    return able.find(({ choice }) => choice.model === name) ?? 'disabled'
  }
  const best =
    need === 'transcription'
      ? able.find(({ choice }) => tellsWords(choice.model))
      : await byDefault(tx, parts, need, able)
  return best ?? able.at(0) ?? 'disabled'
}

/** The default model of the workspace, for questions that it can answer. */
const byDefault = async (tx: Transaction, parts: MediaWork, need: MediaNeed, able: readonly ListedModel[]) => {
  if (need !== 'pictures') return undefined
  const chosen = await modelFor(tx, parts, 'coder')
  return 'message' in chosen ? undefined : able.find(({ id }) => id === chosen.identifier)
}

/** The model of a job under way; undefined where it can be called no more. */
export const findMediaModel = async (
  tx: Transaction,
  parts: MediaWork,
  need: MediaNeed,
  id: string,
): Promise<ListedModel | undefined> => (await ableModels(tx, parts, need)).find((model) => model.id === id)

export const priceOf = ({ choice, listed }: ListedModel): MediaPrice | undefined => mediaPrice(choice.price, listed)

type Read = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

/** Lends what makes media at the endpoint of a model. */
export const withMediaProvider = <T>(
  parts: MediaWork,
  read: Read,
  model: ListedModel,
  work: (provider: MediaProvider, gateway: ModelGateway) => Promise<T>,
): Promise<T> =>
  withChosen(parts, read, model, (gateway) => work(openAiMedia(gateway.provider, parts.fetcher) ?? {}, gateway))

/** The order of one call of a model that makes or reads `answers` things. */
export const orderAt = (
  model: ListedModel,
  { provider, parts: { callMs } }: ModelGateway,
  rest: Pick<MediaOrder, 'workspace' | 'userId' | 'projectId' | 'most' | 'body'>,
  answers = 1,
): MediaOrder => ({
  ...rest,
  most: { ...rest.most, usage: mostTokens(model, answers) },
  endpointId: model.endpoint?.id,
  provider: provider.name,
  model: model.choice.model,
  price: priceOf(model),
  longestMs: callMs + 60_000,
})

const mostTokens = ({ choice: { contextTokens, maxOutputTokens } }: ListedModel, answers: number): Usage => ({
  inputTokens: contextTokens,
  outputTokens: maxOutputTokens * answers,
})
