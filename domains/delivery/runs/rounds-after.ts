import { pipelineRounds, type Pipeline, type Round } from '../../agents/agents/index.ts'
import type { Mend } from '../tasks/index.ts'
import type { BuildPayload, Unfinished } from './graph.ts'

interface BuiltRound {
  readonly payload: Pick<BuildPayload, 'conflict'>
  readonly mend: Mend | null
  readonly unfinished: Unfinished | undefined
}

/**
 * The rounds that follow the coder's. A change that is not done has none yet. Where both sides of a conflict were made
 * one, or checks of the whole run were mended, the rounds of the tasks have been already.
 */
export const roundsAfter = (pipeline: Pipeline, { payload, mend, unfinished }: BuiltRound): readonly Round[] =>
  payload.conflict || mend || unfinished ? [] : pipelineRounds[pipeline]

export const stepOfRound = (round: Round) => `${round}-task` as const
