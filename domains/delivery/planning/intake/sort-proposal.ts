import { readIntakeBlocks } from '../../../../execution/models/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import type { EffectContext } from '../../../../platform/jobs/index.ts'
import { findProject, type ProjectRow } from '../../../code/projects/index.ts'
import { intakeFor, type ServingAgent } from '../../../agents/agents/index.ts'
import { type ChosenModel, modelFor, withChosen } from '../../../agents/models/index.ts'
import { askWithRetry, materialMarker, type Parsed, withModel } from '../../../agents/asking/index.ts'
import { cycleIdentity } from '../cycle-identity.ts'
import type { CycleParts } from '../../workbench/index.ts'
import { capSpending, findCycle, type CycleRow } from '../../cycles/index.ts'
import { activeCyclePage, nextCycles, type RoadmapRow } from '../project-run/store.ts'
import { offlineSorting, readSorting } from './read-sorting.ts'
import { askAgain, intakeInstructions, intakeText } from './intake-material.ts'
import type { IntakeResult, IntakeChoice } from '../rules-intake.ts'
import { findIntake } from './store.ts'

interface IntakeContext {
  readonly cycle: CycleRow
  readonly project: ProjectRow
  readonly others: readonly RoadmapRow[]
  readonly agent: ServingAgent | undefined
  readonly chosen: Awaited<ReturnType<typeof modelFor>>
}

/** The intake agent's choice for a proposal; undefined if it was deleted, or a run has begun with it. */
export const sortProposal = async (parts: CycleParts, context: EffectContext): Promise<IntakeResult | undefined> => {
  const found = await context.read((tx) => find(tx, parts, context.run.subjectId))
  if (!found) return undefined
  const { cycle, project, agent, chosen } = found
  const ids = found.others.map(({ id }) => id)
  if (!agent) return { note: 'no_agent' }
  if ('message' in chosen) return { note: 'no_model' }
  if (parts.gateway.provider.name === 'offline' && !chosen.endpoint)
    return offlineSorting(readIntakeBlocks(cycle.description), ids) ?? { note: 'unreadable' }
  const paying = { workspaceId: context.run.workspaceId, cycleId: cycle.id, projectId: project.id }
  await context.write((tx) => capSpending(tx, parts.caps, paying))
  return withChosen(parts, context.read, chosen, (gateway) =>
    ask({ ...parts, gateway }, context, { ...found, agent, chosen }),
  )
}

const othersMost = 50

const find = async (tx: Transaction, parts: CycleParts, id: string): Promise<IntakeContext | undefined> => {
  const intake = await findIntake(tx, id)
  const cycle = intake && (await findCycle(tx, intake.cycleId))
  const project = cycle && (await findProject(tx, cycle.projectId))
  if (!project || cycle.status !== 'draft') return undefined
  const [drafts, alive, agent] = await Promise.all([
    nextCycles(tx, project.id, othersMost),
    activeCyclePage(tx, project.id, othersMost),
    intakeFor(tx, project.id),
  ])
  const others = [...alive, ...drafts].filter((other) => other.id !== cycle.id).slice(0, othersMost)
  return { cycle, project, others, agent, chosen: await modelFor(tx, parts, 'intake', agent?.modelOverride) }
}

const answerMostTokens = 4_000
const repeatedMostChars = 2_000

interface IntakeQuestion extends IntakeContext {
  readonly agent: ServingAgent
  readonly chosen: ChosenModel
}

/** The words of the model go no further than this. */
const ask = async (parts: CycleParts, context: EffectContext, found: IntakeQuestion): Promise<IntakeResult> => {
  const { cycle, others, agent, chosen } = found
  const mark = materialMarker(context.key, cycle.id)
  const { title, description } = cycle
  const ids = others.map(({ id }) => id)
  const question = {
    instructions: intakeInstructions(mark, agent.instructions),
    signal: context.signal,
    repeatedMostChars,
    material: intakeText(mark, { title, description, others: others.map((other) => other.title) }),
    read: (text: string): Parsed<IntakeChoice> => {
      const value = readSorting(text, ids)
      return value ? { value } : { askAgain }
    },
  }
  const maxOutputTokens = Math.min(answerMostTokens, parts.gateway.provider.maxOutputTokens)
  const identity = cycleIdentity(context, found, chosen.endpoint)
  const answered = await withModel(parts, identity, (say) => askWithRetry(say, question), { maxOutputTokens })
  if ('value' in answered) return answered.value
  return { note: 'failure' in answered ? 'no_answer' : 'unreadable' }
}
