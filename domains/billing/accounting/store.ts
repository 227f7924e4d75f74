import {
  json,
  oneRowStatement,
  rowStatement,
  statement,
  type Json,
  type NoValues,
} from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { ChangedBy, Transaction } from '../../../platform/db/transaction.ts'
import { accountingSettings, clientAccounting, type AccountingSettingsRow, type ClientAccountingRow } from './tables.ts'

/** How the workspace posts its invoices; undefined without settings. */
export const findAccounting = rowStatement<NoValues, AccountingSettingsRow>(
  'accounting-settings.find',
  `select ${accountingSettings.columns} from accounting_settings where workspace_id = :workspace`,
)

type SavedAccounting = Omit<AccountingSettingsRow, 'updatedAt'> & ChangedBy
const put = oneRowStatement<Omit<SavedAccounting, 'taxAccounts'> & { taxAccounts: Json }, AccountingSettingsRow>(
  'accounting-settings.put',
  insertInto(
    accountingSettings,
    ['consultantNumber', 'clientNumber', 'fiscalYearStartMonth', 'accountLength', 'chart', 'taxAccounts'],
    { workspaceId: ':workspace', updatedAt: ':now', updatedBy: ':userId' },
    `on conflict (workspace_id) do update set consultant_number = excluded.consultant_number,
       client_number = excluded.client_number, fiscal_year_start_month = excluded.fiscal_year_start_month,
       account_length = excluded.account_length, chart = excluded.chart, tax_accounts = excluded.tax_accounts,
       updated_at = excluded.updated_at, updated_by = excluded.updated_by returning ${accountingSettings.columns}`,
  ),
)
export const putAccounting = (tx: Transaction, saved: SavedAccounting) =>
  put(tx, { ...saved, taxAccounts: json(saved.taxAccounts) })

export const findClientAccounting = rowStatement<{ clientAccountId: string }, ClientAccountingRow>(
  'client-accounting.find',
  `select ${clientAccounting.columns} from client_accounting
   where workspace_id = :workspace and client_account_id = :clientAccountId`,
)

export const putClientAccounting = statement<ChangedBy & { clientAccountId: string; debtorAccount: string }>(
  'client-accounting.put',
  insertInto(
    clientAccounting,
    ['clientAccountId', 'debtorAccount'],
    { workspaceId: ':workspace', updatedAt: ':now', updatedBy: ':userId' },
    `on conflict (workspace_id, client_account_id) do update set debtor_account = excluded.debtor_account,
       updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
  ),
)

export const removeClientAccounting = statement<{ clientAccountId: string }>(
  'client-accounting.remove',
  'delete from client_accounting where workspace_id = :workspace and client_account_id = :clientAccountId',
)

const debtors = statement<{ ids: readonly string[] }, { clientAccountId: string; debtorAccount: string }>(
  'client-accounting.debtors',
  `select client_account_id as "clientAccountId", debtor_account as "debtorAccount" from client_accounting
   where workspace_id = :workspace and client_account_id = any(:ids)`,
)
/** The debtor accounts of these client accounts, by id. */
export const debtorsOf = async (tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map((await debtors(tx, { ids })).map((one) => [one.clientAccountId, one.debtorAccount]))
