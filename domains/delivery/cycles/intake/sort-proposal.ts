import { createHash } from 'node:crypto'
import type { PlainQuestion } from '../../../../execution/harness/index.ts'
import { readIntakeBlocks } from '../../../../execution/models/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import type { EffectContext } from '../../../../platform/jobs/index.ts'
import { findProject, type ProjectRow } from '../../../code/projects/index.ts'
import { intakeFor, type ServingAgent } from '../../agents/index.ts'
import { type ChosenModel, modelFor, withChosen } from '../../models/index.ts'
import type { CycleParts } from '../jobs/parts.ts'
import { setCaps } from '../jobs/set-caps.ts'
import { type Ask, withModel } from '../jobs/with-model.ts'
import { cyclesAlive, nextCycles, type RoadmapRow } from '../project-run/store.ts'
import { findCycle } from '../store.ts'
import type { CycleRow } from '../tables.ts'
import { offlineSorting, readSorting } from './answer.ts'
import { askAgain, intakeInstructions, intakeText } from './material.ts'
import type { Sorted } from '../rules-intake.ts'
import { findIntake } from './store.ts'

interface Found {
  readonly cycle: CycleRow
  readonly project: ProjectRow
  readonly others: readonly RoadmapRow[]
  readonly agent: ServingAgent | undefined
  readonly chosen: Awaited<ReturnType<typeof modelFor>>
}

/** What the intake agent chooses for a proposal; undefined where it is gone, or a run has begun with it. */
export const sortProposal = async (parts: CycleParts, context: EffectContext): Promise<Sorted | undefined> => {
  const found = await context.read((tx) => find(tx, parts, context.run.subjectId))
  if (!found) return undefined
  const { cycle, project, agent, chosen } = found
  const ids = found.others.map(({ id }) => id)
  if (!agent) return { note: 'no_agent' }
  if ('message' in chosen) return { note: 'no_model' }
  if (parts.gateway.provider.name === 'offline' && !chosen.endpoint)
    return offlineSorting(readIntakeBlocks(cycle.description), ids) ?? { note: 'unreadable' }
  const paying = { workspaceId: context.run.workspaceId, cycleId: cycle.id, projectId: project.id }
  await context.write((tx) => setCaps(tx, parts.caps, paying))
  return withChosen(parts, context.read, chosen, (gateway) =>
    ask({ ...parts, gateway }, context, { ...found, agent, chosen }),
  )
}

const othersMost = 50

const find = async (tx: Transaction, parts: CycleParts, id: string): Promise<Found | undefined> => {
  const intake = await findIntake(tx, id)
  const cycle = intake && (await findCycle(tx, intake.cycleId))
  const project = cycle && (await findProject(tx, cycle.projectId))
  if (!project || cycle.status !== 'draft') return undefined
  const [drafts, alive, agent] = await Promise.all([
    nextCycles(tx, project.id, othersMost),
    cyclesAlive(tx, project.id, othersMost),
    intakeFor(tx, project.id),
  ])
  const others = [...alive, ...drafts].filter((other) => other.id !== cycle.id).slice(0, othersMost)
  return { cycle, project, others, agent, chosen: await modelFor(tx, parts, 'intake', agent?.modelOverride) }
}

const answerMostTokens = 4_000
const repeatedMostChars = 2_000

interface Asking extends Found {
  readonly agent: ServingAgent
  readonly chosen: ChosenModel
}

const ask = (
  parts: CycleParts,
  { run, step, key, signal }: EffectContext,
  { cycle, project, others, agent, chosen }: Asking,
): Promise<Sorted> => {
  const mark = createHash('sha256').update(`${key} ${cycle.id}`).digest('hex').slice(0, 24)
  const instructions = intakeInstructions(mark, agent.instructions)
  const identity = {
    ...{ workspaceId: run.workspaceId, projectId: project.id, cycleId: cycle.id, endpointId: chosen.endpoint?.id },
    ...{ runId: run.id, step: `${step.name}-${step.seq}` },
  }
  const { title, description } = cycle
  const material = intakeText(mark, { title, description, others: others.map((other) => other.title) })
  const ids = others.map(({ id }) => id)
  const maxOutputTokens = Math.min(answerMostTokens, parts.gateway.provider.maxOutputTokens)
  const work = (askModel: Ask) => sortBy((messages) => askModel({ instructions, messages, signal }), material, ids)
  return withModel(parts, identity, work, { maxOutputTokens })
}

/** What is no choice is asked for once more; the words of the model go no further than this. */
const sortBy = async (
  say: (messages: PlainQuestion['messages']) => ReturnType<Ask>,
  material: string,
  others: readonly string[],
): Promise<Sorted> => {
  const first = { role: 'user', content: material } as const
  const answer = await say([first])
  if ('failure' in answer) return { note: 'no_answer' }
  const sorting = readSorting(answer.text, others)
  if (sorting) return sorting
  const before = { role: 'assistant', content: answer.text.slice(0, repeatedMostChars) || '(nothing)' } as const
  const again = await say([first, before, { role: 'user', content: askAgain }])
  if ('failure' in again) return { note: 'no_answer' }
  return readSorting(again.text, others) ?? { note: 'unreadable' }
}
