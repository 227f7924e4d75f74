import { statement, type Transaction } from '../../../platform/db/transaction.ts'

const grants = statement<Readonly<Record<string, unknown>>>(
  'project-grant.of-person',
  `select project_id as "projectId", level, source, created_at as "createdAt" from project_grant
   where workspace_id = $1 and user_id = $2 order by created_at`,
)
/** What a person's own data shows of what was shared with them. */
export const grantsOfPerson = (tx: Transaction, userId: string) => grants(tx, [tx.workspace, userId])

const ungrant = statement(
  'project-grant.remove-all',
  'delete from project_grant where workspace_id = $1 and user_id = $2',
)
/** Takes away whatever was shared with a person, whichever way it was. */
export const removeGrants = (tx: Transaction, userId: string) => ungrant(tx, [tx.workspace, userId])
