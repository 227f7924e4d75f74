import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { NamedThing } from '../../domain.ts'
import { joinLead, leadPerson } from '../leads/index.ts'

const names = statement<{ ids: readonly string[] }, NamedThing>(
  'growth-message.names',
  `select mail.id, coalesce(${leadPerson}, lead.address, lead.domain) as title,
     null::uuid as "projectId", null::uuid as "cycleId"
   from growth_message mail ${joinLead('mail.lead_id')}
   where mail.workspace_id = :workspace and mail.id = any(:ids)`,
)
/** The names of the leads of these mails; without a name the address or domain. */
export const namesOfMessages = (tx: Transaction, ids: readonly string[]) => names(tx, { ids })
