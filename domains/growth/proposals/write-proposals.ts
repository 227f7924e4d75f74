import { readBlocksNamed } from '../../../execution/models/index.ts'
import type { EffectContext, Engine } from '../../../platform/jobs/index.ts'
import { capCalls, modelFor, withChosen } from '../../agents/models/index.ts'
import type { Source } from '../messages/index.ts'
import { recordInProject } from '../research/index.ts'
import { askWriter, proposalStep, type WriterParts } from '../settings/index.ts'
import { readProposals, type ReadProposals } from './read-proposals.ts'
import { type ProposalFailure, askAgain, proposalInstructions, proposalMaterial, type ShownMaterial } from './rules.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { ProposalRunRow } from './tables.ts'

/** The material of proposed plays. */
export interface ProposalMaterial extends ShownMaterial {
  /** The person who started the research run. */
  readonly startedBy: string
  readonly notes: string | null
  readonly sources: readonly Source[]
}

export interface ProposalsFailed {
  readonly failure: { readonly code: ProposalFailure; readonly message: string }
}
export const proposalsFailed = (code: ProposalFailure, message: string): ProposalsFailed => ({
  failure: { code, message: message.slice(0, 1_000) },
})

/** The plays that a model proposes, each checked against the sources that it quotes; or why it proposes none. */
export const writeProposals = async (
  parts: WriterParts,
  context: EffectContext,
  material: ProposalMaterial,
): Promise<ReadProposals | ProposalsFailed> => {
  const chosen = await context.read((tx) => modelFor(tx, parts, 'writer'))
  if ('message' in chosen) return proposalsFailed('no_model', chosen.message)
  if (parts.gateway.provider.name === 'offline' && !chosen.endpoint) return readSpelledOut(material)
  // A play without a source to quote would be left out.
  if (material.sources.length === 0) return { proposals: [], dropped: 0 }
  await capCalls(parts, context.run.workspaceId)
  const question = {
    endpoint: chosen.endpoint,
    calledBy: material.startedBy,
    step: proposalStep,
    subjectId: context.run.subjectId,
    answerMostTokens: 4_000,
    instructions: proposalInstructions,
    material: (mark: string, mostChars: number) => proposalMaterial(mark, material, mostChars),
    read: (text: string) => readProposals(text, material.sources),
    askAgain,
  }
  const answer = await withChosen(parts, context.read, chosen, (gateway) =>
    askWriter({ ...parts, gateway }, context, question),
  )
  if ('value' in answer) return answer.value
  return 'failure' in answer ? answer : proposalsFailed('unreadable_answer', unreadable)
}

/** The offline model thinks nothing up: it carries out the plays that the notes spell out. */
const readSpelledOut = ({ notes, sources }: ProposalMaterial): ReadProposals | ProposalsFailed => {
  const [block] = readBlocksNamed(notes ?? '', 'plays')
  const read = block === undefined ? undefined : readProposals(block, sources)
  return read ?? proposalsFailed('no_plays_in_notes', noBlock)
}
const noBlock =
  'The built-in offline model proposes only plays that the notes spell out in a block “plays”. Connect a model, or write that block.'

const unreadable =
  'The model answered twice with something that is no list of plays. Read the website again, or choose another model.'

/** The parts that start runs which propose plays. */
export interface ProposalParts {
  readonly database: Database
  readonly engine: Pick<Engine, 'start'>
}

/** Audit actions of runs that propose plays. */
export const proposalJobActions = ['growth_proposal_run.finish', 'growth_proposal_run.fail'] as const

/** The audit row and the event of the end of a run that proposes plays. */
export const recordProposalsEnded = (tx: Transaction, run: ProposalRunRow): void => {
  const { id, growthProjectId, growthRunId, failureCode, playsProposed, playsDropped } = run
  const isFailed = failureCode !== null
  const details = { growthRunId, playsProposed, playsDropped, ...(isFailed && { failure: failureCode }) }
  recordInProject(
    tx,
    { resource: ['growth_proposal_run', id], growthProjectId, details },
    { action: proposalJobActions[isFailed ? 1 : 0], category: 'execute', outcome: isFailed ? 'failure' : 'success' },
    { name: 'growth_run.plays_proposed', entity: ['growth_run', growthRunId] },
  )
}
