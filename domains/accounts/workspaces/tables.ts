import { table } from '../../../platform/db/table.ts'

export const workspaceTable = table('workspace', {
  id: 'uuid',
  name: 'text',
  timeZone: 'text',
  locale: 'text',
  createdAt: 'timestamptz',
})
