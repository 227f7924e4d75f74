import { v7 as uuidv7 } from 'uuid'
import { mintTaskCredential } from '../../platform/access/index.ts'
import { callerOf, type Caller } from '../caller.ts'
import { cycleIn, taskIn } from '../cycles.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

export interface TaskAgent {
  readonly caller: Caller
  readonly secret: string
  readonly taskId: string
  readonly runId: string
}

interface TaskOfAgent {
  readonly projectId: string
  readonly userId?: string
  /** A task that exists; a new one if it is left out. */
  readonly taskId?: string
}

/** A task of this project whose run is active, and the credential that was minted for it. */
export const taskAgent = async (
  server: TestServer,
  at: Scene,
  { projectId, userId = at.clientId, taskId: own }: TaskOfAgent,
  lifetimeSeconds?: number,
): Promise<TaskAgent> => {
  const cycleId = await cycleIn(server, at, projectId)
  const taskId = own ?? (await taskIn(server, at, { projectId, cycleId })).id
  const runId = uuidv7()
  const secret = await server.database.within(at.workspace, async (tx) => {
    const text = `insert into run (workspace_id, id, kind, subject_id, number, created_at) values ($1, $2, 'test', $3, 1, now())`
    await tx.query({ text, values: [at.workspace, runId, cycleId] })
    return mintTaskCredential(tx, { runId, projectId, taskId, userId }, lifetimeSeconds)
  })
  return { caller: callerOf(server.baseUrl, secret), secret, taskId, runId }
}
