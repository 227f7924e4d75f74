import { table } from '../../../platform/db/table.ts'

export const taskTranscript = table('task_transcript', {
  workspaceId: 'uuid',
  taskId: 'uuid',
  runId: 'uuid',
  stepSeq: 'int4',
  attempt: 'int4',
  position: 'int4',
  kind: 'text',
  payload: 'jsonb',
  createdAt: 'timestamptz',
})
