import { v7 as uuidv7 } from 'uuid'
import { createCycle } from '../domains/delivery/cycles/drafts.ts'
import type { CycleStatus } from '../domains/delivery/cycles/rules.ts'
import { createProject } from '../domains/code/projects/contract.ts'
import { moveTask, planTask } from '../domains/delivery/tasks/index.ts'
import type { TaskStatus } from '../domains/delivery/tasks/rules.ts'
import type { Caller } from './caller.ts'
import type { Scene } from './scene.ts'
import type { TestServer } from './server.ts'
import { asOwner } from './database-state.ts'

let names = 0

/** A project with an empty repository of its own. */
export const emptyProject = async (caller: Caller): Promise<string> => {
  names += 1
  const { status, body } = await caller.call(createProject, { body: { name: `Empty ${names}` } })
  if (status !== 201) throw new Error(`createProject: ${JSON.stringify(body)}`)
  return body.id as string
}

/** A cycle in any status, as a row and without a run. */
export const cycleIn = (
  { database }: TestServer,
  { workspace }: Scene,
  projectId: string,
  status: CycleStatus = 'draft',
): Promise<string> =>
  database.within(workspace, async (tx) => {
    const id = uuidv7()
    names += 1
    await createCycle(tx, {
      id,
      projectId,
      title: `Cycle ${names}`,
      description: 'A change',
      createdBy: uuidv7(),
      now: new Date(),
    })
    const failure = status === 'failed' ? '{"message":"It did not work."}' : null
    await tx.query({ text: 'update cycle set status = $2, failure = $3 where id = $1', values: [id, status, failure] })
    return id
  })

export interface PlannedTask {
  readonly id: string
  readonly runId: string
}

/** A task that a person added to a cycle and that no run has taken up. */
export const addedTaskIn = (
  { database }: TestServer,
  { workspace }: Scene,
  { projectId, cycleId }: { readonly projectId: string; readonly cycleId: string },
): Promise<string> =>
  database.within(workspace, async (tx) => {
    const told = { number: 1, title: 'A task', description: 'A part of the change' }
    const { id } = await planTask(tx, { ...told, id: uuidv7(), projectId, cycleId, addedBy: uuidv7(), now: new Date() })
    return id
  })

/** A task of a cycle in any status, with its events, as rows that a run without an engine leaves. */
export const taskIn = (
  { database }: TestServer,
  { workspace }: Scene,
  of: { readonly projectId: string; readonly cycleId: string },
  status: TaskStatus = 'queued',
  number = 1,
): Promise<PlannedTask> =>
  database.within(workspace, async (tx) => {
    const runId = uuidv7()
    const now = new Date()
    const planned = { ...of, number, title: `Task ${number}`, description: 'A part of the change', runId, now }
    const { id } = await planTask(tx, { ...planned, id: uuidv7(), branch: `task-${number}`, baseSha: 'a'.repeat(40) })
    if (status !== 'queued') await moveTask(tx, { id, runId }, status, now)
    return { id, runId }
  })

/** Puts the run of a cycle at one of its tasks, which is in any status, only as rows. */
export const putRunAt = (server: TestServer, taskId: string, status: TaskStatus) =>
  asOwner(
    server,
    `with t as (update task set status = $2 where id = $1 returning cycle_id, run_id)
     update cycle set status = 'running', run_id = t.run_id from t where cycle.id = t.cycle_id`,
    [taskId, status],
  )

/** Gives a project a deleted agent, as one that was named before. */
export const withoutAgent = async (server: TestServer, projectId: string): Promise<void> => {
  const named = "update project set runtime = runtime || jsonb_build_object('agentId', $2::text) where id = $1"
  await asOwner(server, named, [projectId, uuidv7()])
}
