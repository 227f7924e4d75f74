import type { ModelCapability } from '../../../execution/model-table/read-table.ts'
import {
  freeOfCharge,
  mediaPrice,
  openAiMedia,
  tellsWords,
  type MediaProvider,
  type VideoJobs,
} from '../../../execution/media/index.ts'
import type { ModelGateway, Usage } from '../../../execution/models/index.ts'
import type { InTransaction, Transaction } from '../../../platform/db/transaction.ts'
import { listedModels, modelFor, withChosen, type ListedModel } from '../models/index.ts'
import type { MediaParts, MediaWork } from './shown-pictures.ts'
import type { MediaOrder } from './pay.ts'
import { localModel } from './rules.ts'
import type { VideoRow } from './tables.ts'

/** The capability that a model needs. */
type MediaNeed = Extract<ModelCapability, 'images' | 'speech' | 'transcription' | 'video' | 'pictures'>

/** Why a name leads to no model: it is unknown, no server here has it, or it lacks a needed ability. */
export type NoModel = 'unknown' | 'disabled' | 'incapable'

const ableModels = async (tx: Transaction, parts: MediaWork, need: MediaNeed): Promise<ListedModel[]> =>
  (await listedModels(tx, parts)).filter(
    // Anthropic's interface makes no media; all of them are shown pictures.
    ({ listed, shape }) => listed?.capabilities.includes(need) && (need === 'pictures' || shape !== 'messages'),
  )

/** The model, or the program that the operator has set up. */
export type ChosenMedia = ListedModel | typeof localModel

/** The model of a name for a need; without a name the model that fits best, else the program of the operator. */
export const chooseMedia = async (
  tx: Transaction,
  parts: MediaParts,
  need: MediaNeed,
  name?: string,
): Promise<ChosenMedia | NoModel> => {
  const hasProgram = need === 'speech' && parts.localProgram().speak !== undefined
  if (name === localModel) return hasProgram ? localModel : need === 'speech' ? 'disabled' : 'incapable'
  const model = await chooseMediaModel(tx, parts, need, name)
  return model === 'disabled' && name === undefined && hasProgram ? localModel : model
}

/** Chooses like `chooseMedia`, but only among models. */
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

/** The model of a job under way; undefined if it can be called no more. */
const findMediaModel = async (
  tx: Transaction,
  parts: MediaWork,
  need: MediaNeed,
  id: string,
): Promise<ListedModel | undefined> => (await ableModels(tx, parts, need)).find((model) => model.id === id)

/** The model of a call, and its payment. */
interface MediaUse {
  readonly provider: MediaProvider
  /** As the list of models has it. */
  readonly model: string
  readonly callMs: number
  /** The order of a call that makes or reads `answers` things. */
  order(rest: OrderRest, answers?: number): MediaOrder
}
type OrderRest = Pick<MediaOrder, 'workspace' | 'userId' | 'projectId' | 'most' | 'body'>

const localMs = 15 * 60_000

/** Lends who does the work. */
export const withMedia = <T>(
  parts: MediaParts,
  read: InTransaction,
  chosen: ChosenMedia,
  work: (use: MediaUse) => Promise<T>,
): Promise<T> => {
  if (chosen !== localModel)
    return withMediaModel(parts, read, chosen, (provider, gateway) =>
      work({
        provider,
        model: chosen.id,
        callMs: gateway.parts.callMs,
        order: (rest, answers) => orderAt(chosen, gateway, rest, answers),
      }),
    )
  const order = (rest: OrderRest) => ({
    ...rest,
    endpointId: undefined,
    provider: localModel,
    model: localModel,
    price: freeOfCharge,
    longestMs: localMs + 60_000,
  })
  return work({ provider: parts.localProgram(), model: localModel, callMs: localMs, order })
}

/** Lends what makes media at the endpoint of a model. */
export const withMediaModel = <T>(
  parts: MediaWork,
  read: InTransaction,
  model: Pick<ListedModel, 'choice' | 'endpoint'>,
  work: (provider: MediaProvider, gateway: ModelGateway) => Promise<T>,
): Promise<T> =>
  withChosen(parts, read, model, (gateway) => work(openAiMedia(gateway.provider, parts.fetcher) ?? {}, gateway))

/** The order of a model call. */
export const orderAt = (
  model: ListedModel,
  { provider, parts: { callMs } }: Pick<ModelGateway, 'provider' | 'parts'>,
  rest: OrderRest,
  answers = 1,
): MediaOrder => ({
  ...rest,
  most: { ...rest.most, usage: mostTokens(model, answers) },
  endpointId: model.endpoint?.id,
  provider: provider.name,
  model: model.choice.model,
  price: mediaPrice(model.choice.price, model.listed),
  longestMs: callMs + 60_000,
})

const mostTokens = ({ choice: { contextTokens, maxOutputTokens } }: ListedModel, answers: number): Usage => ({
  inputTokens: contextTokens,
  outputTokens: maxOutputTokens * answers,
})

/** Lends the videos of the endpoint of a job; undefined if its model can be called no more. */
export const withVideoJobs = async <T>(
  parts: MediaWork,
  read: InTransaction,
  video: Pick<VideoRow, 'model' | 'endpointId'>,
  work: (jobs: VideoJobs) => Promise<T>,
): Promise<T | undefined> => {
  const model = await read((tx) => findMediaModel(tx, parts, 'video', video.model))
  if (!model || (model.endpoint?.id ?? null) !== video.endpointId) return undefined
  return withMediaModel(parts, read, model, async ({ videos }) => videos && work(videos))
}
