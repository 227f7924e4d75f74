import { table, type RowOf } from '../../../platform/db/table.ts'

export const clientAccount = table(
  'client_account',
  {
    id: 'uuid',
    name: 'text',
    billingEmail: 'text?',
    notes: 'text?',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    archivedAt: 'timestamptz?',
  },
  { workspaceId: 'uuid', createdBy: 'uuid', archivedBy: 'uuid?' },
)
export type ClientAccountRow = RowOf<typeof clientAccount>

export const seat = table(
  'seat',
  {
    clientAccountId: 'uuid',
    userId: 'uuid',
    canCreateProjects: 'bool',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid' },
)
export type SeatRow = RowOf<typeof seat>

export const portalClient = table(
  'portal_client',
  {
    userId: 'uuid',
    canCreateProjects: 'bool?',
    createdAt: 'timestamptz',
  },
  { workspaceId: 'uuid' },
)
export type PortalClientRow = RowOf<typeof portalClient>
