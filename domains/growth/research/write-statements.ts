import { readBlocksNamed } from '../../../execution/models/index.ts'
import type { EffectContext, Engine } from '../../../platform/jobs/index.ts'
import { capCalls, modelFor, withChosen } from '../../agents/models/index.ts'
import { askWriter, researchStep, type WriterParts } from '../settings/index.ts'
import { readBrain, type ReadBrain, type RunFailure } from './rules.ts'
import { askAgain, brainInstructions, brainMaterial, type BrainPage } from './rules/brain.ts'
import type { Web } from '../../../execution/web/index.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { recordInProject } from './record-in-project.ts'
import type { GrowthRunRow } from './tables.ts'

export interface BrainMaterial {
  /** The person who started the run. */
  readonly startedBy: string
  readonly notes: string | null
  readonly pages: readonly BrainPage[]
}

interface FailedRun {
  readonly failure: { readonly code: RunFailure; readonly message: string }
}
const failed = (code: RunFailure, message: string): FailedRun => ({
  failure: { code, message: message.slice(0, 1_000) },
})

/** A model's statements about a company, each checked against the page that it quotes; or why it has none. */
export const writeStatements = async (
  parts: ResearchWork,
  context: EffectContext,
  material: BrainMaterial,
): Promise<ReadBrain | FailedRun> => {
  const chosen = await context.read((tx) => modelFor(tx, parts, 'writer'))
  if ('message' in chosen) return failed('no_model', chosen.message)
  if (parts.gateway.provider.name === 'offline' && !chosen.endpoint) return readSpelledOut(material)
  await capCalls(parts, context.run.workspaceId)
  const { startedBy, notes, pages } = material
  const question = {
    endpoint: chosen.endpoint,
    calledBy: startedBy,
    step: researchStep,
    subjectId: context.run.subjectId,
    answerMostTokens: 8_000,
    instructions: brainInstructions,
    material: (mark: string, mostChars: number) => brainMaterial(mark, pages, notes, mostChars),
    read: (text: string) => readBrain(text, pages),
    askAgain,
  }
  const answer = await withChosen(parts, context.read, chosen, (gateway) =>
    askWriter({ ...parts, gateway }, context, question),
  )
  if ('value' in answer) return answer.value
  return 'failure' in answer ? answer : failed('unreadable_answer', unreadable)
}

/** The offline model thinks nothing up: it carries out the brain that the notes spell out. */
const readSpelledOut = ({ notes, pages }: BrainMaterial): ReadBrain | FailedRun => {
  const [block] = readBlocksNamed(notes ?? '', 'brain')
  const brain = block === undefined ? undefined : readBrain(block, pages)
  return brain ?? failed('no_brain_in_notes', noBlock)
}
const noBlock =
  'The built-in offline model writes only a brain that the notes spell out in a block “brain”. Connect a model, or write that block.'

const unreadable =
  'The model answered twice with something that is no brain. Start the run again, or choose another model.'

/** The parts of operations on research. */
export interface ResearchParts {
  readonly engine: Engine
  readonly fetcher: Fetcher
}

/** The parts of its runs. */
export interface ResearchWork extends WriterParts {
  readonly web: Pick<Web, 'readPage'>
}

/** Audit actions that runs of research write. */
export const researchJobActions = ['growth_run.finish', 'growth_run.fail'] as const

/** The audit row and the event of the end of a run. */
export const recordEnded = (tx: Transaction, run: GrowthRunRow): void => {
  const { id, growthProjectId, failureCode, brainVersion, statementsWritten, statementsDropped } = run
  const isFailed = failureCode !== null
  const details = isFailed ? { failure: failureCode } : { brainVersion, statementsWritten, statementsDropped }
  recordInProject(
    tx,
    { resource: ['growth_run', id], growthProjectId, details },
    { action: researchJobActions[isFailed ? 1 : 0], category: 'execute', outcome: isFailed ? 'failure' : 'success' },
    { name: 'growth_run.ended' },
  )
}
