import type { Caller } from '../../../platform/access/index.ts'
import { hasName } from '../../../platform/db/fragments.ts'
import { pageOf, type Cursor } from '../../../platform/db/page.ts'
import { matchStatement, oneRowStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { lockInWorkspace } from '../../../platform/db/workspace-lock.ts'
import { countOfAccount } from '../../code/projects/index.ts'
import { clientAccount, type ClientAccountRow } from './tables.ts'

const { columns } = clientAccount

export const findAccount = rowStatement<{ id: string }, ClientAccountRow>(
  'client-account.find',
  `select ${columns} from client_account where id = :id`,
)

const names = statement<{ ids: readonly string[] }, { id: string; name: string }>(
  'client-account.names',
  'select id, name from client_account where workspace_id = :workspace and id = any(:ids)',
)
/** The names of these accounts by id, of archived ones as well. */
export const accountNames = async (tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map((await names(tx, { ids })).map(({ id, name }) => [id, name]))

/** A key that names projects reaches no client account: the visible projects of an account do not lead to it. */
export const clientAccountKind = async (tx: Transaction, id: string, { projectIds }: Pick<Caller, 'projectIds'>) =>
  !projectIds && (await findAccount(tx, { id })) ? { projectId: null } : undefined

/** Locked against every other change of the account and its people; rows that refer to it stay writable. */
export const lockAccount = rowStatement<{ id: string }, ClientAccountRow>(
  'client-account.lock',
  `select ${columns} from client_account where id = :id for no key update`,
)

/** An account that is not archived, and will not be before this transaction ends. */
export const shareLockAccount = rowStatement<{ id: string }, ClientAccountRow>(
  'client-account.share',
  `select ${columns} from client_account where id = :id and archived_at is null for share`,
)

/** Locks the names of client accounts in a workspace, so that the unique index never has to object. */
export const lockNames = (tx: Transaction) => lockInWorkspace(tx, 'client account names ')

/** True if another account than `by` has this name. */
export const isNameTaken = matchStatement<{ name: string; by: string }, { id: string }>(
  'client-account.name-holder',
  `select id from client_account where workspace_id = :workspace and archived_at is null and id <> :by
     and ${hasName('name')} limit 1`,
)

export const insertAccount = oneRowStatement<
  Pick<ClientAccountRow, 'id' | 'name' | 'createdAt'> &
    Partial<Pick<ClientAccountRow, 'billingEmail' | 'notes'>> & { createdBy: string },
  ClientAccountRow
>(
  'client-account.insert',
  insertInto(
    clientAccount,
    ['id', 'name', 'billingEmail', 'notes', 'createdAt', 'createdBy'],
    { workspaceId: ':workspace', updatedAt: ':createdAt' },
    `returning ${columns}`,
  ),
)

/** The row as it is now, or undefined if it is archived. */
export const updateAccount = rowStatement<
  Pick<ClientAccountRow, 'id' | 'name' | 'billingEmail' | 'notes' | 'updatedAt'>,
  ClientAccountRow
>(
  'client-account.update',
  `update client_account set name = :name, billing_email = :billingEmail, notes = :notes, updated_at = :updatedAt
   where id = :id and archived_at is null returning ${columns}`,
)

export const archiveAccount = rowStatement<{ id: string; now: Date; userId: string }, ClientAccountRow>(
  'client-account.archive',
  `update client_account set archived_at = :now, archived_by = :userId, updated_at = :now
   where id = :id and archived_at is null returning ${columns}`,
)

export type SummaryRow = ClientAccountRow & { members: number; projects: number }

const counted = `${columns},
  (select count(*)::int from seat s where s.workspace_id = client_account.workspace_id
     and s.client_account_id = client_account.id) as members,
  ${countOfAccount('client_account.workspace_id', 'client_account.id')} as projects`

export const accountSummary = rowStatement<{ id: string }, SummaryRow>(
  'client-account.summary',
  `select ${counted} from client_account where id = :id`,
)

const page = statement<{ at: string; id: string; rows: number; isArchived: boolean }, SummaryRow>(
  'client-account.page',
  `select ${counted} from client_account
   where workspace_id = :workspace and (created_at, id) < (:at, :id) and (archived_at is not null) = :isArchived
   order by created_at desc, id desc limit :rows`,
)
export const accountPage = async (tx: Transaction, after: Cursor, limit: number, isArchived: boolean) =>
  pageOf(await page(tx, { ...after, rows: limit + 1, isArchived }), limit)

const addresses = statement<{ ids: readonly string[] }, { id: string; billingEmail: string }>(
  'client-account.billing-addresses',
  `select id, coalesce(billing_email, '') as "billingEmail" from client_account
   where workspace_id = :workspace and id = any(:ids) and billing_email is not null`,
)
/** Where these accounts get their invoices, by id; one without an address is left out. */
export const billingAddresses = async (tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map((await addresses(tx, { ids })).map(({ id, billingEmail }) => [id, billingEmail]))
