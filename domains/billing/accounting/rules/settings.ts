import { amountMostMinor } from './datev.ts'
import { grossOf, type Posting, type TaxAccount } from './bookings.ts'

export const isDebtorFor = (account: string, accountLength: number) => account.length === accountLength + 1

type Fault = 'class_twice' | 'other_length'

/** The fault of each account, by its place in the list. */
export const faultsIn = (accounts: readonly TaxAccount[], accountLength: number): { at: number; fault: Fault }[] =>
  accounts.flatMap(({ taxClass, revenueAccount }, at) => {
    const isTwice = accounts.findIndex((one) => one.taxClass === taxClass) !== at
    const fault = isTwice ? 'class_twice' : revenueAccount.length === accountLength ? undefined : 'other_length'
    return fault ? [{ at, fault }] : []
  })

export interface Settings {
  readonly consultantNumber: number | null
  readonly clientNumber: number | null
  readonly accountLength: number
  readonly taxAccounts: readonly TaxAccount[]
}

interface MissingSettings {
  readonly fields: readonly ('consultantNumber' | 'clientNumber')[]
  readonly taxClasses: readonly string[]
  readonly clientAccountIds: readonly string[]
}

/** The settings that these postings need and that are missing; undefined if none is. */
export const missingSettings = (
  postings: readonly Posting[],
  settings: Settings | undefined,
  debtors: ReadonlyMap<string, string>,
): MissingSettings | undefined => {
  const known = new Set(settings?.taxAccounts.map(({ taxClass }) => taxClass))
  const classes = new Set(postings.flatMap((one) => one.classes.map(({ taxClass }) => taxClass)))
  const clients = new Set(postings.map(({ clientAccountId }) => clientAccountId))
  const hasDebtor = (id: string) => {
    const account = debtors.get(id)
    return account !== undefined && (!settings || isDebtorFor(account, settings.accountLength))
  }
  const lacks = {
    fields: (['consultantNumber', 'clientNumber'] as const).filter((field) => settings?.[field] == null),
    taxClasses: [...classes].filter((one) => !known.has(one)).sort(),
    clientAccountIds: [...clients].filter((id) => !hasDebtor(id)).sort(),
  }
  return Object.values(lacks).some((list) => list.length > 0) ? lacks : undefined
}

/** The numbers of invoices with an amount that the format cannot hold. */
export const tooLargeIn = (postings: readonly Posting[]): string[] =>
  postings
    .filter((one) =>
      grossOf(one).some(({ grossMinor }) => grossMinor > amountMostMinor || -grossMinor > amountMostMinor),
    )
    .map(({ invoiceNumber }) => invoiceNumber)
