import { table, type RowOf } from '../../../platform/db/table.ts'

export const dataKey = table('data_key', {
  projectId: 'uuid',
  version: 'int4',
  rootKeyId: 'text',
  wrapped: 'bytea',
})
export type DataKeyRow = RowOf<typeof dataKey>
