import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

const grants = statement<{ userId: string }, Readonly<Record<string, unknown>>>(
  'project-grant.of-person',
  `select project_id as "projectId", level, source, created_at as "createdAt" from project_grant
   where workspace_id = :workspace and user_id = :userId order by created_at`,
)
/** The shares with a person in their own data. */
export const grantsOfPerson = (tx: Transaction, userId: string) => grants(tx, { userId })

const ungrant = statement<{ userId: string }>(
  'project-grant.remove-all',
  'delete from project_grant where workspace_id = :workspace and user_id = :userId',
)
/** Removes all shares with a person, of every kind. */
export const removeGrants = (tx: Transaction, userId: string) => ungrant(tx, { userId })
