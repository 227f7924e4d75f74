import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import { endOf, fileBlock, mergeUnverified, propose } from '../delivery.ts'
import { leftovers } from '../runner/leftovers.ts'
import { bundleOf, git, importProject } from '../repository.ts'
import { headOfBranch } from '../repositories/refs.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'
import { json } from '../../platform/db/statement.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { moveTask, planTask } from '../../domains/delivery/tasks/index.ts'
import type { TaskStatus } from '../../domains/delivery/tasks/rules.ts'
import { setVerdict } from '../../domains/delivery/tasks/store-run.ts'
import { resolvePendingRequest } from '../../domains/delivery/requests/contract.ts'
import { insertRequest } from '../../domains/delivery/requests/store.ts'
import { moveCycle } from '../../domains/delivery/cycles/move.ts'
import { refsOf } from '../../domains/delivery/cycles/rules.ts'
import { advanceIntegrationIn, beginRun, planRun } from '../../domains/delivery/cycles/run.ts'

/** The step of a run of an earlier version, which did all that a cycle needs in one run. */
export interface EarlierStep {
  readonly step: string
  readonly payload?: object
  /** The status of its one task. */
  readonly task: TaskStatus
  readonly isBuilt: boolean
  readonly isMerged?: boolean
}

/** A cycle with the rows that an earlier version had left at such a place. */
export const cycleAt = async (
  server: TestServer,
  at: Scene,
  { step, payload = {}, task: status, isBuilt, isMerged }: EarlierStep,
  isParked = false,
) => {
  const { projectId, repositoryId } = await imported(at)
  const id = await propose(at.owner, projectId, fileBlock('NOTES.md', 'Notes\n'))
  const gitDir = join(server.dataFolder, 'cache', 'repositories', `${repositoryId}.git`)
  const refs = refsOf(id, 1)
  const base = await headOfBranch(server, repositoryId)
  const head = isBuilt ? await changeIn(gitDir, base) : undefined
  const requestId = uuidv7()
  await server.database.within(at.workspace, async (tx) => {
    const now = await tx.now()
    const run = isParked
      ? { id: uuidv7(), number: 1 }
      : await server.parts.engine.start(tx, {
          workspaceId: at.workspace,
          kind: 'cycle',
          subjectId: id,
          first: step,
          payload,
        })
    await beginRun(tx, id, run)
    for (const move of ['execute', 'start'] as const) await moveCycle(tx, id, move, now)
    await planRun(tx, { id, runId: run.id, repositoryId, baseSha: base, integrationBranch: refs.integration })
    const planned = {
      number: 1,
      title: 'A change',
      description: fileBlock('NOTES.md', 'Notes\n'),
      projectId,
      cycleId: id,
      now,
    }
    const task = await planTask(tx, { ...planned, id: uuidv7(), runId: run.id, branch: refs.task(1), baseSha: base })
    await moveTask(tx, { id: task.id, runId: run.id }, status, now, { ...(head && { headSha: head }) })
    if (isMerged) await advanceIntegrationIn(tx, { id, repositoryId }, { runId: run.id, repositoryId, sha: head! })
    // Columns that came with the runs of tasks are empty.
    await tx.query({ text: 'update task set engine_status = null where id = $1', values: [task.id] })
    await tx.query({ text: 'update cycle set repository_id = null where id = $1', values: [id] })
    if (isParked) await park(at, tx, { projectId, id, runId: run.id, taskId: task.id, requestId, head: head! })
  })
  const main = () => headOfBranch(server, repositoryId)
  return { id, requestId, gitDir, head, main }
}

interface Parked {
  readonly projectId: string
  readonly id: string
  readonly runId: string
  readonly taskId: string
  readonly requestId: string
  readonly head: string
}

/** The run waits with the change until a person has decided. */
const park = async (at: Scene, tx: Transaction, { projectId, id, runId, taskId, requestId, head }: Parked) => {
  const now = await tx.now()
  const review = json({ outcome: 'unverified', provedBy: [], approved: false, reasons: [] })
  await setVerdict(tx, { id: taskId, runId, review })
  await moveCycle(tx, id, 'block', now)
  const write = (text: string, ...values: unknown[]) =>
    tx.query({ text, values: [at.workspace, runId, now, ...values] })
  await write(
    `insert into run (workspace_id, id, created_at, kind, subject_id, number) values ($1, $2, $3, 'cycle', $4, 1)`,
    id,
  )
  await write(
    `insert into run_step (workspace_id, run_id, queued_at, seq, name, status, payload_version, payload)
     values ($1, $2, $3, 6, 'apply-decision', 'parked', 1, $4)`,
    JSON.stringify({ reworks: 0, requestId }),
  )
  await write(
    `insert into run_parked (workspace_id, run_id, since, seq, kind, labels, details)
     values ($1, $2, $3, 6, 'person', '{decided}', $4)`,
    JSON.stringify({ requestId }),
  )
  await insertRequest(tx, {
    id: requestId,
    projectId,
    cycleId: id,
    taskId,
    runId,
    commitSha: head,
    now,
    requestType: 'approval',
    requiredActor: 'agency',
    blocking: true,
    reasons: [],
    title: 'Merge “A change”?',
    question: 'The change is ready.',
  })
}

const imported = async (at: Scene) => {
  const { projectId } = await importProject(at.owner, await bundleOf({ 'a.txt': 'a\n' }))
  await mergeUnverified(at.owner, projectId)
  const rows = await at.rows('repository')
  return { projectId, repositoryId: rows.find((row) => row.project_id === projectId)!.id as string }
}

/** A commit of the change that the task asks for. */
const changeIn = async (gitDir: string, base: string) => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-change-'))
  try {
    git(folder, 'init', '-q')
    git(folder, 'fetch', '-q', gitDir, base)
    git(folder, 'checkout', '-q', base)
    await writeFile(join(folder, 'NOTES.md'), 'Notes\n')
    git(folder, 'add', '-A')
    git(folder, 'commit', '-q', '-m', 'A change')
    git(gitDir, 'fetch', '-q', folder, 'HEAD')
    return git(folder, 'rev-parse', 'HEAD').trim()
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** It completes with the change that the task asks for, or with the present one. */
export const expectCompletes = async (server: TestServer, at: Scene, place: EarlierStep) => {
  const { id, gitDir, head } = await cycleAt(server, at, place)
  const { cycle, tasks } = await endOf(at.owner, id)
  expect([cycle.status, cycle.failure, tasks.length, tasks[0].status]).toEqual(['completed', null, 1, 'done'])
  expect(git(gitDir, 'show', `${cycle.mergedSha}:NOTES.md`)).toBe('Notes\n')
  if (head) expect(tasks[0].headSha).toBe(head)
  expect(await leftovers(server)).toEqual({})
}

/** It goes on by the decision that a person makes on it. */
export const expectDecided = async (
  server: TestServer,
  at: Scene,
  [status, ends, task]: readonly [string, string, string],
) => {
  const { id, requestId, gitDir, main } = await cycleAt(
    server,
    at,
    { step: 'apply-decision', task: 'blocked', isBuilt: true },
    true,
  )
  expect(await at.owner.call(resolvePendingRequest, { id: requestId, body: { status } })).toMatchObject({ status: 200 })
  const { cycle, tasks } = await endOf(at.owner, id)
  expect([cycle.status, tasks[0].status]).toEqual([ends, task])
  expect(git(gitDir, 'ls-tree', '--name-only', await main())).toBe(
    status === 'approved' ? 'NOTES.md\na.txt\n' : 'a.txt\n',
  )
}
