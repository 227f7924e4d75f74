import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { record } from '../../../../platform/audit/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { failRun, finish, goTo, type CommitContext } from '../../../../platform/jobs/index.ts'
import { requestPullRequest } from '../../../code/code-hosts/index.ts'
import { lockProject } from '../../../code/projects/index.ts'
import { advanceHead } from '../../../code/revisions/index.ts'
import { noteDelivered } from '../../components/index.ts'
import { moveTask } from '../../tasks/index.ts'
import { moveCycle, lockCycle, markDelivered, type DeliveredRef } from '../../cycles/index.ts'
import { failStep } from '../fail-step.ts'
import type { CycleParts, Work } from '../../workbench/index.ts'
import { findWork, tasksOfRun } from '../work.ts'
import { cycleRun, type Delivery } from '../graph.ts'
import { sentence } from '../../sentences/index.ts'
import { moveTargets } from './move-targets.ts'
import { manifestKey } from './prepare-delivery.ts'

// How often a delivery is prepared again because its target moved.
const triesMost = 10

interface StoredManifest {
  readonly text: Uint8Array
  readonly sha256: string
}

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
      if (!(await moveTargets(tx, run.id, move))) return prepareAgain(payload)
      const revision = manifest && to !== from ? await insertRevision(tx, work, to, manifest, now) : undefined
      const delivered = { id: work.cycle.id, runId: run.id, sha: payload.to, revisionId: revision?.id ?? null }
      const beside = await markDelivered(tx, delivered, now)
      for (const { id, engineStatus } of await tasksOfRun(tx, work.cycle.id, run.id)) {
        // Its project was disconnected from the code host since.
        if (engineStatus === 'approved') await moveTask(tx, { id, runId: run.id }, 'merged', now)
        await moveTask(tx, { id, runId: run.id }, 'done', now)
      }
      await moveCycle(tx, work.cycle.id, 'complete', now)
      const { cycle, targetRef } = work
      await recordDelivery(context, { cycle, targetRef, to: payload.to }, revision?.id, beside)
      return finish({ commitSha: payload.to, revisionId: revision?.id ?? null })
    },
  })

/** Reads a manifest, and hashes it as it comes, so that a large one blocks no other request. */
const readManifest = async (content: Readable): Promise<StoredManifest> => {
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

const prepareAgain = ({ tries }: Delivery) =>
  tries < triesMost
    ? goTo(cycleRun.at['prepare-delivery'], { tries: tries + 1 })
    : failRun({ message: sentence('target_moved'), step: 'deliver', code: 'target_moved' })

const insertRevision = (tx: Transaction, work: Work, commitSha: string, manifest: StoredManifest, now: Date) =>
  advanceHead(tx, {
    projectId: work.project.id,
    repositoryId: work.repository.id,
    branch: work.repository.defaultBranch,
    commitSha,
    manifest: manifest.text,
    manifestSha256: manifest.sha256,
    source: 'merge',
    cycleId: work.cycle.id,
    now,
  })

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
