import { readBlocksNamed } from '../../../execution/models/index.ts'
import type { EffectContext, Engine } from '../../../platform/jobs/index.ts'
import { capCalls, type ChosenModel, modelFor, withChosen, type ModelParts } from '../../agents/models/index.ts'
import { askWithRetry, materialMarker, withModel, type Parsed } from '../../agents/asking/index.ts'
import { researchStep, underHardCap } from '../settings/index.ts'
import { readBrain, type ReadBrain, type RunFailure } from './rules.ts'
import { askAgain, brainInstructions, brainMaterial, type BrainPage } from './rules/brain.ts'
import type { Web } from '../../../execution/web/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import type { InstanceCaps } from '../../code/projects/rules/caps.ts'
import { byServer, record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
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
  return withChosen(parts, context.read, chosen, (gateway) => ask({ ...parts, gateway }, context, material, chosen))
}

/** The offline model thinks nothing up: it carries out the brain that the notes spell out. */
const readSpelledOut = ({ notes, pages }: BrainMaterial): ReadBrain | FailedRun => {
  const [block] = readBlocksNamed(notes ?? '', 'brain')
  const brain = block === undefined ? undefined : readBrain(block, pages)
  return brain ?? failed('no_brain_in_notes', noBlock)
}
const noBlock =
  'The built-in offline model writes only a brain that the notes spell out in a block “brain”. Connect a model, or write that block.'

const answerMostTokens = 8_000
const repeatedMostChars = 4_000

const ask = async (
  parts: ResearchWork,
  context: EffectContext,
  { startedBy, notes, pages }: BrainMaterial,
  { endpoint }: ChosenModel,
): Promise<ReadBrain | FailedRun> => {
  const { run } = context
  const { contextTokens, maxOutputTokens } = parts.gateway.provider
  const mark = materialMarker(context.key, run.subjectId)
  // Two characters a token leave room for languages that need many tokens, and for the answer.
  const question = {
    instructions: brainInstructions(mark),
    signal: context.signal,
    repeatedMostChars,
    material: brainMaterial(mark, pages, notes, contextTokens * 2),
    read: (text: string): Parsed<ReadBrain> => {
      const value = readBrain(text, pages)
      return value ? { value } : { askAgain }
    },
  }
  const { workspaceId, id: runId } = run
  const payer = { workspaceId, endpointId: endpoint?.id, runId, calledBy: startedBy, step: researchStep }
  const bounds = { maxOutputTokens: Math.min(answerMostTokens, maxOutputTokens), judge: underHardCap }
  const answered = await withModel(parts, payer, (say) => askWithRetry(say, question), bounds)
  if ('value' in answered) return answered.value
  if (!('failure' in answered)) return failed('unreadable_answer', unreadable)
  const { code, message } = answered.failure
  return failed(code?.endsWith('_cap_reached') ? 'cap_reached' : 'model_failed', message)
}
const unreadable =
  'The model answered twice with something that is no brain. Start the run again, or choose another model.'

/** The parts of operations on research. */
export interface ResearchParts {
  readonly engine: Engine
  readonly fetcher: Fetcher
}

/** The parts of its runs. */
export interface ResearchWork extends ModelParts {
  readonly database: Database
  readonly web: Pick<Web, 'readPage'>
  readonly caps: InstanceCaps
  readonly socketFolder: string
}

/** Audit actions that runs of research write. */
export const researchJobActions = ['growth_run.finish', 'growth_run.fail'] as const

/** The audit row and the event of the end of a run. */
export const recordEnded = (tx: Transaction, run: GrowthRunRow): void => {
  const { id, growthProjectId, failureCode, brainVersion, statementsWritten, statementsDropped } = run
  const isFailed = failureCode !== null
  const details = isFailed ? { failure: failureCode } : { brainVersion, statementsWritten, statementsDropped }
  record(
    tx,
    {
      action: isFailed ? researchJobActions[1] : researchJobActions[0],
      category: 'execute',
      outcome: isFailed ? 'failure' : 'success',
      ...byServer,
      resource: ['growth_run', id],
      parent: ['growth_project', growthProjectId],
      details,
    },
    { name: 'growth_run.ended', entity: ['growth_run', id], payload: { growthProjectId, ...details } },
  )
}
