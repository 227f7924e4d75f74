import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { record } from '../../../../platform/audit/index.ts'
import { failRun, finish, goTo, type CommitContext } from '../../../../platform/jobs/index.ts'
import { requestPullRequest } from '../../../code/code-hosts/index.ts'
import { lockProject } from '../../../code/projects/index.ts'
import { advanceHead } from '../../../code/revisions/index.ts'
import { noteDelivered } from '../../components/index.ts'
import { moveTask } from '../../tasks/index.ts'
import { moveCycle, lockCycle, markDelivered, type DeliveredRef, repositoriesOfRun } from '../../cycles/index.ts'
import { failStep } from '../fail-step.ts'
import type { CycleParts, Work } from '../../workbench/index.ts'
import { findWork, tasksOfRun } from '../work.ts'
import { cycleRun, type Delivery } from '../graph.ts'
import { sentence } from '../../sentences/index.ts'
import { manifestKey } from './prepare-delivery.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { findRef, moveRef, type RefMove } from '../../../code/repository-records/index.ts'

// How often a delivery is prepared again because its target moved.
const triesMost = 10

/** Advances the target branch and inserts the revision, under the project's lock: the row is what counts. */
export const deliver = (parts: CycleParts) =>
  cycleRun.step('deliver', {
    failed: failStep,
    effect: async ({ run, read, step: { payload } }) => {
      const work = await findWork(read, run)
      if (!work.isDefaultTarget) return { work, manifest: undefined }
      const stored = await parts.objects.open(manifestKey(work.project.id, payload.to))
      if (!stored) throw new Error('The manifest that was prepared is gone from the object store')
      return { work, manifest: await readManifest(stored.content) }
    },
    commit: async (context, { work, manifest }) => {
      const { tx, run, now, step } = context
      const { payload } = step
      if (!(await lockProject(tx, work.project.id)))
        return failRun({ message: sentence('project_deleted'), step: 'deliver' })
      // Locked until the commit: a stop that came first is seen before the branch moves, a later one is refused.
      if ((await lockCycle(tx, work.cycle.id))?.status !== 'reviewing')
        return failRun({ message: sentence('run_stopped'), step: 'deliver', code: 'stopped' })
      if (await waitsForHost(context, work)) return goTo(cycleRun.at['await-merge'], payload)
      const { from, to } = payload
      const move = { repositoryId: work.repository.id, name: work.targetRef, from, to }
      if (!(await moveTargets(tx, run.id, move)))
        return payload.tries < triesMost
          ? goTo(cycleRun.at['prepare-delivery'], { tries: payload.tries + 1 })
          : failRun({ message: sentence('target_moved'), step: 'deliver', code: 'target_moved' })
      const { cycle, project, repository, targetRef } = work
      const revision =
        manifest && to !== from
          ? await advanceHead(tx, {
              projectId: project.id,
              repositoryId: repository.id,
              branch: repository.defaultBranch,
              commitSha: to,
              manifest: manifest.text,
              manifestSha256: manifest.sha256,
              source: 'merge',
              cycleId: cycle.id,
              now,
            })
          : undefined
      const delivered = { id: cycle.id, runId: run.id, sha: to, revisionId: revision?.id ?? null }
      const beside = await markDelivered(tx, delivered, now)
      for (const { id, engineStatus } of await tasksOfRun(tx, cycle.id, run.id)) {
        // Its project was disconnected from the code host since.
        if (engineStatus === 'approved') await moveTask(tx, { id, runId: run.id }, 'merged', now)
        await moveTask(tx, { id, runId: run.id }, 'done', now)
      }
      await moveCycle(tx, cycle.id, 'complete', now)
      await recordDelivery(context, { cycle, targetRef, to }, revision?.id, beside)
      return finish({ commitSha: to, revisionId: revision?.id ?? null })
    },
  })

/** Reads a manifest, and hashes it as it comes, so that a large one blocks no other request. */
const readManifest = async (content: Readable) => {
  const hash = createHash('sha256')
  const chunks: Buffer[] = []
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk)
    chunks.push(chunk)
  }
  return { text: Buffer.concat(chunks), sha256: hash.digest('hex') }
}

/** Asks for the pull request of the cycle, where its project is delivered by them: its code host merges. */
const waitsForHost = async ({ tx, run, now, step }: CommitContext<Delivery>, work: Work): Promise<boolean> => {
  const { from, to } = step.payload
  const { cycle, project, repository, isDefaultTarget } = work
  if (!isDefaultTarget || from === to) return false
  const pull = await requestPullRequest(tx, {
    projectId: project.id,
    repositoryId: repository.id,
    cycleId: cycle.id,
    runId: run.id,
    handle: cycle.handle,
    runNumber: run.number,
    targetBranch: repository.defaultBranch,
    commitSha: to,
    title: cycle.title,
    description: cycle.description,
    now,
  })
  return pull !== undefined
}

export const recordDelivery = async (
  { tx, run, now, step: { payload } }: Pick<CommitContext<Delivery>, 'tx' | 'run' | 'now' | 'step'>,
  { cycle, targetRef, to }: Pick<Work, 'cycle' | 'targetRef'> & { readonly to: string },
  revisionId: string | undefined,
  beside: readonly DeliveredRef[],
): Promise<void> => {
  const { repositoryId, projectId } = cycle
  const parts = [{ repositoryId, to }, ...beside]
  const commits = parts.flatMap(({ repositoryId: id, to: commitSha }) =>
    id === null || commitSha === null ? [] : [{ projectId, repositoryId: id, commitSha }],
  )
  await noteDelivered(tx, commits, now)
  record(
    tx,
    {
      action: 'cycle.deliver',
      category: 'execute',
      outcome: 'success',
      actor: { type: 'system', id: run.id },
      source: 'internal',
      resource: ['cycle', cycle.id],
      parent: ['project', cycle.projectId],
      details: {
        projectId: cycle.projectId,
        targetRef,
        from: payload.from,
        to,
        revisionId: revisionId ?? null,
        ...(beside.length > 0 && { beside }),
      },
    },
    ...(cycle.revertsCycleId ? [revertedEvent(cycle, cycle.revertsCycleId)] : []),
  )
}

/** Event of the cycle that is now undone. */
const revertedEvent = ({ id: by, projectId }: Work['cycle'], cycleId: string) => ({
  name: 'cycle.reverted',
  entity: ['cycle', cycleId] as const,
  projectId,
  cycleId,
  payload: { revertedByCycleId: by },
})

/**
 * Moves all targets of a run or none, with the primary target unless it moved before. False if a target is not at the
 * prepared commit. The caller locks the project's row, the only lock under which branches move.
 */
export const moveTargets = async (tx: Transaction, runId: string, primary?: RefMove): Promise<boolean> => {
  const beside = (await repositoriesOfRun(tx, { runId })).flatMap(({ repositoryId, targetRef: name, fromSha, toSha }) =>
    fromSha !== null && toSha !== null ? { repositoryId, name, from: fromSha, to: toSha } : [],
  )
  const moves = [...(primary ? [primary] : []), ...beside]
  for (const { repositoryId, name, from } of moves) if ((await findRef(tx, repositoryId, name)) !== from) return false
  for (const move of moves)
    if (!(await moveRef(tx, move))) throw new Error(`${move.name} moved although its project was locked`)
  return true
}
