import type { Static } from '../../../platform/contract/index.ts'
import type { AccountingSettings, ClientAccounting } from './contract.ts'
import type { AccountingSettingsRow, ClientAccountingRow } from './tables.ts'

export const presentAccounting = (row: AccountingSettingsRow | undefined): Static<typeof AccountingSettings> =>
  row ?? {
    consultantNumber: null,
    clientNumber: null,
    fiscalYearStartMonth: 1,
    accountLength: 4,
    chart: null,
    taxAccounts: [],
    updatedAt: null,
  }

export const presentClientAccounting = (row: ClientAccountingRow | undefined): Static<typeof ClientAccounting> => ({
  debtorAccount: row?.debtorAccount ?? null,
  updatedAt: row?.updatedAt ?? null,
})
