import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

export interface AccountProject {
  id: string
  name: string
  createdAt: Date
}

const projects = statement<{ at: string; id: string; rows: number; accountId: string }, AccountProject>(
  'client-account.projects',
  `select id, name, created_at as "createdAt" from project
   where workspace_id = :workspace and client_account_id = :accountId and (created_at, id) < (:at, :id) and deleted_at is null
   order by created_at desc, id desc limit :rows`,
)
export const accountProjectPage = async (tx: Transaction, accountId: string, after: Cursor, limit: number) =>
  pageOf(await projects(tx, { ...after, rows: limit + 1, accountId }), limit)

const named = statement<{ ids: readonly string[]; accountId: string | null }, { id: string }>(
  'project.of-account',
  `select id from project where workspace_id = :workspace and id = any(:ids) and deleted_at is null
     and (:accountId::uuid is null or client_account_id = :accountId)`,
)
/** The projects among these ids that belong to this workspace, and to the account if one is named. */
export const projectsOfAccount = async (tx: Transaction, ids: readonly string[], accountId: string | null) =>
  (await named(tx, { ids, accountId })).map(({ id }) => id)

const places = statement<{ ids: readonly string[] }, { id: string; name: string; clientAccountId: string | null }>(
  'project.places',
  'select id, name, client_account_id as "clientAccountId" from project where id = any(:ids)',
)
/** The names of projects, and the client accounts that they belong to. */
export const projectPlaces = (tx: Transaction, ids: readonly string[]) => places(tx, { ids })
