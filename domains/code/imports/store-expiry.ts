import { statement, type Nothing } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { retention } from '../../../platform/retention/index.ts'

const ranOut = `status <> 'finalized' and expires_at < now() - make_interval(days => ${retention.unfinishedImports.days})
  and (claimed_until is null or claimed_until < now())`
const finalizedLately = `status = 'finalized' and finalized_at > now() - interval '2 days'`

const due = statement<{ limit: number }, { workspaceId: string }>(
  'import.due',
  `select distinct workspace_id as "workspaceId" from (
     select workspace_id from project_import where ${ranOut}
     union all select workspace_id from project_import where ${finalizedLately}) due limit :limit`,
)
/** Workspaces with sessions that ran out a day ago, or that were finalized lately. */
export const importsDueIn = async (tx: Transaction, limit: number) =>
  (await due(tx, { limit })).map(({ workspaceId }) => workspaceId)

const expired = statement<Nothing, { id: string }>(
  'import.expired',
  `delete from project_import where workspace_id = :workspace and ${ranOut} returning id`,
)
const spent = statement<Nothing, { id: string }>(
  'import.spent',
  `select id from project_import where workspace_id = :workspace and ${finalizedLately}`,
)
/**
 * Removes sessions that ran out a day ago. Their uploads can go, and so can those of imports that were finalized
 * lately, which went at once unless the process died first.
 */
export const removeExpired = async (tx: Transaction) => {
  const [gone, finalized] = await Promise.all([expired(tx), spent(tx)])
  return [...gone, ...finalized].map(({ id }) => id)
}

const ofPerson = statement<{ userId: string }, Readonly<Record<string, unknown>>>(
  'import.of-person',
  `select id, name, status, created_at as "createdAt" from project_import where workspace_id = :workspace and user_id = :userId
   order by created_at`,
)
/** What a person's own data shows of the imports that they began. */
export const importsOf = (tx: Transaction, userId: string) => ofPerson(tx, { userId })
