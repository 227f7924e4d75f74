import { table } from '../../../platform/db/table.ts'

export const authAct = table('auth_act', {
  workspaceId: 'uuid',
  id: 'uuid',
  entry: 'jsonb',
  createdAt: 'timestamptz',
})
