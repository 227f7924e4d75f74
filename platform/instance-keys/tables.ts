import { type RowOf, table } from '../db/table.ts'

/** Keys that all servers on a database share, sealed. */
export const instanceKey = table('instance_key', {
  name: 'text',
  rootKeyId: 'text',
  wrapped: 'bytea',
  sealed: 'bytea',
})

export type InstanceKeyRow = RowOf<typeof instanceKey, { name: 'audit' | 'ssh-host' }>
