import { table } from '../db/table.ts'

/** Credentials of agents, each for one task of a run. */
export const taskCredential = table('task_credential', {
  id: 'uuid',
  workspaceId: 'uuid',
  runId: 'uuid',
  projectId: 'uuid',
  taskId: 'uuid',
  userId: 'uuid',
  secretHash: 'bytea',
  createdAt: 'timestamptz',
  expiresAt: 'timestamptz',
})
