import type { Static } from '../../../platform/contract/index.ts'
import type { ClientAccount, ClientAccountProject, ClientAccountSummary } from './contract/accounts.ts'
import type { SummaryRow } from './store-accounts.ts'
import type { ClientAccountRow } from './tables.ts'

export const presentAccount = (row: ClientAccountRow): Static<typeof ClientAccount> => ({
  id: row.id,
  name: row.name,
  billingEmail: row.billingEmail,
  notes: row.notes,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  archivedAt: row.archivedAt,
})

export const presentAccountSummary = (row: SummaryRow): Static<typeof ClientAccountSummary> => ({
  ...presentAccount(row),
  counts: { members: row.members, projects: row.projects },
})

export const presentAccountProject = ({
  id,
  name,
  createdAt,
}: Static<typeof ClientAccountProject>): Static<typeof ClientAccountProject> => ({ id, name, createdAt })
