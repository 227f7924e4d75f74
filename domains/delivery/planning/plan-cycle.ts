import { mapText } from '../../../execution/harness/index.ts'
import { builtInFor, isBuiltInActive } from '../../agents/agents/index.ts'
import { type ChosenModel, modelFor, withChosen } from '../../agents/models/index.ts'
import { cycleFilesFor, projectMessagesFor } from '../conversation/index.ts'
import { tasksOfCycle } from '../tasks/index.ts'
import { askWithRetry, materialMarker, type Parsed, withModel } from '../../agents/asking/index.ts'
import { type CycleParts, cycleIdentity, readTexts, type Work, type StepWork } from '../workbench/index.ts'
import { beginsWithGit } from './rules-reverts.ts'
import { capSpending } from '../cycles/index.ts'
import { type PlannedPiece, peoplesTasks } from './rules-plan.ts'
import { readPlan, withRequest, placePlan } from './read-plan.ts'
import { askAgain, instructionsWith, materialText, type PlanMaterial } from './plan-material.ts'
import { type NamedRepository, repositoriesToPlanIn, type NamingPiece, type ReadPlan } from './repositories.ts'
import { readTasks } from '../../../execution/models/index.ts'

/** The beginning of a run. Without pieces the request is its one task, or the tasks of people are all. */
export interface CyclePlan {
  readonly pieces: readonly PlannedPiece[]
  readonly by: 'request' | 'people' | 'planner'
  /** Why there is no plan although one was asked for; for the agency and its clients, so without the model's own words. */
  readonly note?: string
}

/** The plan of a run: people's own tasks, else a model's; reverts, and unreadable answers, are one task. */
export const planCycle = async (stepWork: StepWork<Work>, baseSha: string): Promise<CyclePlan> => {
  const { parts, context, work } = stepWork
  if (beginsWithGit(work.cycle)) return { pieces: [], by: 'request' }
  const { isPlan } = peoplesTasks(await context.read((tx) => tasksOfCycle(tx, work.cycle.id)))
  if (isPlan) return { pieces: [], by: 'people' }
  if ((work.project.runtime.planning?.model ?? parts.modelPlanning) === 'off') return { pieces: [], by: 'request' }
  const [isActive, chosen] = await context.read(async (tx) => [
    await isBuiltInActive(tx, 'planner'),
    await modelFor(tx, parts, 'planner'),
  ])
  if (!isActive) return { pieces: [], by: 'request' }
  if ('message' in chosen) return { pieces: [], by: 'request', note: 'The model of the planner cannot be used.' }
  const known = await repositoriesToPlanIn(context.read, { ...work, baseSha })
  if (parts.gateway.provider.name === 'offline' && !chosen.endpoint)
    return plannedFrom(offlinePlan(work.cycle.description, known), '')
  const paying = { workspaceId: context.run.workspaceId, cycleId: work.cycle.id, projectId: work.project.id }
  await context.write((tx) => capSpending(tx, parts.caps, paying))
  const material = await materialOf(stepWork, known)
  return withChosen(parts, context.read, chosen, (gateway) =>
    ask({ ...stepWork, parts: { ...parts, gateway } }, chosen, material, known),
  )
}

const plannedFrom = (read: ReadPlan, request: string): CyclePlan => {
  if ('faults' in read) return { pieces: [], by: 'request', note: `No plan was made. ${read.faults.join(' ')}` }
  if (read.pieces.length === 0) return { pieces: [], by: 'request' }
  return { pieces: request === '' ? read.pieces : withRequest(read.pieces, request), by: 'planner' }
}

const repeatedMostChars = 8_000

const ask = async (
  { parts, context, work }: StepWork<Work>,
  chosen: ChosenModel,
  material: PlanMaterial,
  known: readonly NamedRepository[],
): Promise<CyclePlan> => {
  const mark = materialMarker(context.key, work.cycle.id)
  const question = {
    instructions: instructionsWith(mark, builtInFor('planner').instructions),
    signal: context.signal,
    material: materialText(mark, material),
    repeatedMostChars,
    read: (text: string): Parsed<ReadPlan> => {
      const read = readPlan(text, known)
      return 'faults' in read ? { askAgain: askAgain(read.faults) } : { value: read }
    },
  }
  const identity = cycleIdentity(context, work, chosen.endpoint)
  const answered = await withModel(parts, identity, (say) => askWithRetry(say, question))
  if ('failure' in answered)
    return { pieces: [], by: 'request', note: 'No plan was made: the model of the planner gave no answer.' }
  const request = `${material.title}\n\n${material.description}`
  return plannedFrom('value' in answered ? answered.value : unreadable, request)
}

/** A second faulty answer of a model is reported without its words, which any author of material could have caused. */
const unreadable: ReadPlan = { faults: ['The model gave no plan that can be carried out, asked twice.'] }

/** Files beside maps and instructions: an agent that builds reads more of them. */
const filesMost = 12_000

/** Notes of a repository for its contributors. */
const noteFiles = ['AGENTS.md', 'CLAUDE.md', 'CONTRIBUTING.md', 'README.md']

const materialOf = async (
  { parts: { repositories }, context: { read }, work: { cycle, project } }: StepWork<Work>,
  [primary, ...others]: readonly NamedRepository[],
): Promise<PlanMaterial> => {
  const [map, notes, said, files] = await Promise.all([
    mapOf(repositories, primary!),
    readTexts(repositories, primary!.id, primary!.headSha, noteFiles),
    read((tx) => projectMessagesFor(tx, project.id)),
    read((tx) => cycleFilesFor(tx, cycle.id, { mostChars: filesMost, hears: false })),
  ])
  const texts = notes.flatMap((text, at) => (text ? [`=== ${noteFiles[at]}\n${text}`] : []))
  const shown = []
  for (const one of others.slice(0, othersMost)) shown.push({ name: one.name, map: await mapOf(repositories, one) })
  const { title, description } = cycle
  return { title, description, map, words: texts.join('\n\n'), said, files, name: primary!.name, others: shown }
}

/** The most other repositories: with more of them, each map would be too short. */
const othersMost = 8

const mapOf = async (repositories: CycleParts['repositories'], { id, headSha }: NamedRepository): Promise<string> => {
  const [files, [manifest = '']] = await Promise.all([
    repositories.pathsOf(id, headSha),
    readTexts(repositories, id, headSha, ['package.json']),
  ])
  return mapText({ files, manifest })
}

/** The plan that a description holds for the offline model: its `task` blocks. Without one it stays one task. */
export const offlinePlan = (description: string, repositories: readonly NamedRepository[] = []): ReadPlan => {
  const { tasks, problems } = readTasks(description)
  if (problems.length > 0) return { faults: problems }
  const pieces: NamingPiece[] = tasks.map(({ name, ...task }) => ({ name, title: name, ...task }))
  return pieces.length === 0 ? { pieces: [] } : placePlan(pieces, repositories)
}
