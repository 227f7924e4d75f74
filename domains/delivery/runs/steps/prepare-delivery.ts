import { Readable } from 'node:stream'
import { manifestInThread } from '../../../../execution/repositories/index.ts'
import { failRun, goTo, type EffectContext } from '../../../../platform/jobs/index.ts'
import type { ObjectStore } from '../../../../platform/storage/index.ts'
import { findRef } from '../../../code/repository-records/index.ts'
import { protectedPathsOf } from '../../../code/revisions/index.ts'
import { progressOf } from '../../tasks/rules.ts'
import { moveCycle, lockCycle, recordIntendedMove, type RefMove, repositoriesOfRun } from '../../cycles/index.ts'
import { failStep } from '../fail-step.ts'
import type { CycleParts, Work, StepWork } from '../../workbench/index.ts'
import { findWork, tasksOfRun } from '../work.ts'
import { cycleRun } from '../graph.ts'
import { conflictSentence } from './merge-task.ts'

interface PreparedDelivery extends RefMove {
  readonly hasMoved: boolean
  readonly beside: readonly SecondaryMove[]
}

interface DeliveryConflict {
  readonly conflict: string
}

/** Makes the commit that the target branch will advance to, and computes its manifest. Nothing moves yet. */
export const prepareDelivery = (parts: CycleParts) =>
  cycleRun.step('prepare-delivery', {
    failed: failStep,
    effect: (context) => prepare(parts, context),
    commit: async ({ tx, run, now, step: { payload } }, prepared) => {
      await lockCycle(tx, run.subjectId)
      const tasks = await tasksOfRun(tx, run.subjectId, run.id)
      // A task was added while this step was at work.
      if (tasks.some((task) => progressOf(task) !== 'merged')) return goTo(cycleRun.at.advance)
      if ('conflict' in prepared)
        return failRun({ message: prepared.conflict, step: 'prepare-delivery', code: 'conflict' })
      await moveCycle(tx, run.subjectId, 'review', now)
      const { from, to, hasMoved, beside } = prepared
      for (const { repositoryId, move } of beside) await recordIntendedMove(tx, run.id, repositoryId, move)
      const delivery = { from, to, tries: payload.tries }
      // The reviewed commit is delivered if a single task changed the present state of the branch.
      return tasks.length > 1 || hasMoved ? goTo(cycleRun.at.verify, delivery) : goTo(cycleRun.at.deliver, delivery)
    },
  })

const prepare = async (
  parts: CycleParts,
  context: EffectContext<{ tries: number }>,
): Promise<PreparedDelivery | DeliveryConflict> => {
  const work = await findWork(context.read, context.run)
  const stepWork = { parts, context, work }
  const move = await landIn(stepWork, work.repository.id, work)
  if ('conflict' in move) return move
  const beside = await prepareSecondary(stepWork)
  if ('conflict' in beside) return beside
  const { from, to } = move
  const hasMoved = from !== work.baseSha || beside.some((one) => one.hasMoved)
  const prepared = { from, to, hasMoved, beside }
  if (!work.isDefaultTarget) return prepared
  const kept = await context.read((tx) => protectedPathsOf(tx, { projectId: work.project.id }))
  const { text } = await parts.repositories.holding(work.repository.id, (gitDir) =>
    manifestInThread({ gitDir, commitSha: to, protected: kept }, context.signal),
  )
  const key = manifestKey(work.project.id, to)
  await parts.objects.put(key, Readable.from(slicesOf(text)), { maxBytes: text.length, signal: context.signal })
  return prepared
}

const sliceBytes = 2 ** 20

function* slicesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes)
}

/** Moves a target to the run's work there if it has not moved since, else to a merge of both; without work it stays. */
const landIn = async (
  { parts, context: { run, key, read }, work: { cycle } }: StepWork<Work, { tries: number }>,
  repositoryId: string,
  { targetRef, baseSha, integrationSha }: Pick<Work, 'targetRef' | 'baseSha' | 'integrationSha'>,
): Promise<RefMove | DeliveryConflict> => {
  const from = await read((tx) => findRef(tx, repositoryId, targetRef))
  if (!from) return { conflict: `The branch ${targetRef.slice('refs/heads/'.length)} is gone.` }
  if (from === baseSha) return { from, to: integrationSha! }
  if (integrationSha === baseSha) return { from, to: from }
  const both = { ours: from, theirs: integrationSha!, message: `Merge cycle: ${cycle.title}` }
  const merged = await parts.repositories.merge(repositoryId, { ...both, at: run.createdAt, key })
  return merged.sha === undefined ? { conflict: conflictSentence(merged.conflicts) } : { from, to: merged.sha }
}

const keptMs = 14 * 86_400_000

/** Drops manifests of a fortnight ago: a revision has its own in its row, and the others were never delivered. */
export const dropOldManifests = (objects: ObjectStore): Promise<void> => objects.removeOld('manifests', keptMs)

/** Where the manifest of a commit waits for its revision. */
export const manifestKey = (projectId: string, commitSha: string): string => `manifests/${projectId}/${commitSha}.json`

interface SecondaryMove {
  readonly repositoryId: string
  /** Undefined if the run merged nothing there. */
  readonly move: RefMove | undefined
  /** Whether the target has moved since the run began there. */
  readonly hasMoved: boolean
}

/** How the delivery is to move the targets beside the primary repository; nothing moves yet. */
const prepareSecondary = async (
  stepWork: StepWork<Work, { tries: number }>,
): Promise<readonly SecondaryMove[] | DeliveryConflict> => {
  const { context } = stepWork
  const prepared: SecondaryMove[] = []
  for (const row of await context.read((tx) => repositoriesOfRun(tx, { runId: context.run.id }))) {
    const { repositoryId, baseSha, integrationSha } = row
    const move = integrationSha === baseSha ? undefined : await landIn(stepWork, repositoryId, row)
    if (move && 'conflict' in move) return move
    prepared.push({ repositoryId, move, hasMoved: move !== undefined && move.from !== baseSha })
  }
  return prepared
}
