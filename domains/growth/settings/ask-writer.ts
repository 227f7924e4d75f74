import type { Database } from '../../../platform/db/database.ts'
import type { EffectContext } from '../../../platform/jobs/index.ts'
import { askWithRetry, materialMarker, withModel, type Parsed } from '../../agents/asking/index.ts'
import type { ChosenModel, ModelParts } from '../../agents/models/index.ts'
import type { CallJudge, RunPayer } from '../../agents/spending/index.ts'
import type { InstanceCaps } from '../../code/projects/rules/caps.ts'
import { underHardCap } from './spend.ts'

/** The parts of runs in which a model writes for growth. */
export interface WriterParts extends ModelParts {
  readonly database: Database
  readonly caps: InstanceCaps
  readonly socketFolder: string
}

interface WriterQuestion<T> extends Pick<RunPayer, 'calledBy' | 'step'> {
  readonly endpoint: ChosenModel['endpoint']
  /** What the material is about. */
  readonly subjectId: string | null
  readonly answerMostTokens: number
  /** How much of an answer that cannot be read the model is shown again. */
  readonly repeatedMostChars?: number
  /** `mark` is a text around the material, which its authors could not know. */
  readonly instructions: (mark: string) => string
  readonly material: (mark: string, mostChars: number) => string
  /** Undefined for an answer that cannot be read. */
  readonly read: (text: string) => T | undefined
  readonly askAgain: string
  readonly judge?: CallJudge
}

/** The answer of a model about material of others, or why there is none. The hard cap of growth bounds its cost. */
export const askWriter = async <T>(
  parts: WriterParts,
  { run, key, signal }: EffectContext,
  { endpoint, calledBy, step, subjectId, read, askAgain, ...asked }: WriterQuestion<T>,
) => {
  const { contextTokens, maxOutputTokens } = parts.gateway.provider
  const mark = materialMarker(key, subjectId)
  const question = {
    instructions: asked.instructions(mark),
    // Two characters a token leave room for languages that need many tokens, and for the answer.
    material: asked.material(mark, contextTokens * 2),
    signal,
    repeatedMostChars: asked.repeatedMostChars ?? 4_000,
    read: (text: string): Parsed<T> => {
      const value = read(text)
      return value === undefined ? { askAgain } : { value }
    },
  }
  const payer = { workspaceId: run.workspaceId, endpointId: endpoint?.id, runId: run.id, calledBy, step }
  const bounds = {
    maxOutputTokens: Math.min(asked.answerMostTokens, maxOutputTokens),
    judge: asked.judge ?? underHardCap,
  }
  const answer = await withModel(parts, payer, (say) => askWithRetry(say, question), bounds)
  if (!('failure' in answer)) return answer
  const { code, message } = answer.failure
  const isCap = code?.endsWith('_cap_reached') ?? false
  return { failure: { code: isCap ? 'cap_reached' : 'model_failed', message: message.slice(0, 1_000) } } as const
}
