import type { listAiModels } from '../../../../../domains/agents/models/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'

export type MediaNeed = 'images' | 'speech' | 'transcription' | 'video' | 'pictures'
export type MediaModel = Reply<typeof listAiModels>['data'][number]

/** The models that can do the job; Anthropic's interface makes no media, and all its models accept pictures. */
export const ableModels = (models: readonly MediaModel[], need: MediaNeed): readonly MediaModel[] =>
  models.filter(
    ({ capabilities, shape }) => capabilities.includes(need) && (need === 'pictures' || shape !== 'messages'),
  )

/** The name of a model in the table, without the endpoint that has it. */
export const tableNameOf = ({ id, owned_by: owner }: Pick<MediaModel, 'id' | 'owned_by'>): string =>
  id.startsWith(`${owner}/`) ? id.slice(owner.length + 1) : id
