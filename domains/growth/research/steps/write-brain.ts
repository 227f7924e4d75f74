import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { finish, Unrecoverable, type EffectContext } from '../../../../platform/jobs/index.ts'
import { researchRun } from '../graph.ts'
import { type ResearchWork, writeStatements, type BrainMaterial, recordEnded } from '../write-statements.ts'
import type { BrainStatement, FoundStatement, ReadBrain, RunFailure } from '../rules.ts'
import { lockGrowthProject, findGrowthProject, saveBrainVersion } from '../store.ts'
import { insertBrain, statementsOf } from '../store-brain.ts'
import { pagesOfRun, failGrowthRun, findGrowthRun, finishGrowthRun } from '../store-runs.ts'

/** Writes a new version of the brain from the pages that were read. */
export const writeBrainStep = (parts: ResearchWork) =>
  researchRun.step('write', {
    effect: (context) => write(parts, context),
    commit: async ({ tx, run, now }, written) => {
      const ended = 'failure' in written ? undefined : await saveBrain(tx, run.subjectId, written, now)
      const failure = 'failure' in written ? written.failure : archivedMeanwhile
      const row = ended ?? (await failGrowthRun(tx, { id: run.subjectId, ...failure, now }))
      if (row) recordEnded(tx, row)
      return finish()
    },
  })

const archivedMeanwhile: { readonly code: RunFailure; readonly message: string } = {
  code: 'archived',
  message: 'The growth project was archived while the run was at work.',
}

const write = async (parts: ResearchWork, context: EffectContext) =>
  writeStatements(parts, context, await context.read((tx) => materialOf(tx, context.run.subjectId)))

const materialOf = async (tx: Transaction, id: string): Promise<BrainMaterial> => {
  const run = await findGrowthRun(tx, { id })
  const project = run && (await findGrowthProject(tx, { id: run.growthProjectId }))
  if (!project) throw new Unrecoverable('The growth project of this run is gone.')
  const tried = await pagesOfRun(tx, { growthRunId: id })
  const pages = tried.filter(({ outcome, content }) => outcome === 'read' && content !== '')
  return { startedBy: run.startedBy, notes: project.notes, pages }
}

/** People's statements stay in the new version. Undefined if the growth project was archived. */
const saveBrain = async (tx: Transaction, id: string, { statements, dropped }: ReadBrain, now: Date) => {
  const run = await findGrowthRun(tx, { id })
  const project = run && (await lockGrowthProject(tx, { id: run.growthProjectId }))
  if (project?.archivedAt !== null) return undefined
  const before = { growthProjectId: project.id, version: project.brainVersion }
  const ofPeople = (await statementsOf(tx, before)).filter(({ origin }) => origin === 'person')
  const all = [...ofPeople, ...statements.map(asStatement)]
  const version = project.brainVersion + 1
  const brain = { ...before, version, source: 'research', growthRunId: id, writtenBy: null, now } as const
  await insertBrain(tx, brain, all)
  await saveBrainVersion(tx, { id: project.id, version })
  return finishGrowthRun(tx, { id, brainVersion: version, written: statements.length, dropped, now })
}

const asStatement = (found: FoundStatement): BrainStatement => ({ id: uuidv7(), origin: 'page', ...found })
