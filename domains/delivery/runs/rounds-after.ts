import { pipelineRounds, type Pipeline, type Round } from '../../agents/agents/index.ts'
import type { Mend } from '../tasks/index.ts'
import type { BuildPayload, Unfinished } from './graph.ts'

interface BuiltRound {
  readonly payload: Pick<BuildPayload, 'conflict'>
  readonly mend: Mend | null
  readonly unfinished: Unfinished | undefined
}

/**
 * The rounds that follow the coder's. An unfinished change has none yet. If both sides of a conflict were united, or
 * checks of the whole run were mended, the rounds of the tasks have already run.
 */
export const roundsAfter = (pipeline: Pipeline, { payload, mend, unfinished }: BuiltRound): readonly Round[] =>
  payload.conflict || mend || unfinished ? [] : pipelineRounds[pipeline]

export const stepOfRound = (round: Round) => `${round}-task` as const
