import { table, type RowOf } from '../../../platform/db/table.ts'
import type { TaxAccount } from './rules/bookings.ts'

export const accountingSettings = table(
  'accounting_settings',
  {
    consultantNumber: 'int4?',
    clientNumber: 'int4?',
    fiscalYearStartMonth: 'int4',
    accountLength: 'int4',
    chart: 'text?',
    taxAccounts: 'jsonb',
    updatedAt: 'timestamptz',
  },
  { workspaceId: 'uuid', updatedBy: 'uuid' },
)
export type AccountingSettingsRow = RowOf<
  typeof accountingSettings,
  { chart: '03' | '04' | null; taxAccounts: TaxAccount[] }
>

export const clientAccounting = table(
  'client_accounting',
  { clientAccountId: 'uuid', debtorAccount: 'text', updatedAt: 'timestamptz' },
  { workspaceId: 'uuid', updatedBy: 'uuid' },
)
export type ClientAccountingRow = RowOf<typeof clientAccounting>
