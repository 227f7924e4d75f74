import { table, type RowOf } from '../../platform/db/table.ts'
import type { MemberRole } from './rules.ts'

export const membership = table('membership', {
  workspaceId: 'uuid',
  userId: 'uuid',
  role: 'text',
  createdAt: 'timestamptz',
})

/** A person of the agency with their place. */
export type MemberRow = RowOf<typeof membership, { role: MemberRole }> & {
  readonly id: string
  readonly name: string
  readonly email: string
}
