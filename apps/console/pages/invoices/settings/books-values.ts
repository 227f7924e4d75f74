import type { getAccountingSettings } from '../../../../../domains/billing/accounting/contract.ts'
import {
  consultantBounds,
  clientBounds,
  lengths,
  taxKeyPattern,
} from '../../../../../domains/billing/accounting/rules/numbers.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import type { useSettingWords } from '../../../words/billing-settings/index.ts'

export type Books = Reply<typeof getAccountingSettings>
type BooksWords = ReturnType<typeof useSettingWords>['books']

export interface TypedAccount {
  readonly taxClass: string
  readonly account: string
  readonly taxKey: string
}
export interface TypedBooks {
  readonly consultant: string
  readonly client: string
  readonly yearStart: string
  readonly digits: string
  readonly chart: string
  readonly accounts: readonly TypedAccount[]
}

/** The saved values as the form shows them, with an empty account for each tax class that has none. */
export const typedBooks = (saved: Books, taxClasses: readonly string[]): TypedBooks => {
  const named = saved.taxAccounts.map((one) => ({
    taxClass: one.taxClass,
    account: one.revenueAccount,
    taxKey: one.taxKey ?? '',
  }))
  const others = taxClasses.filter((name) => named.every(({ taxClass }) => taxClass !== name))
  return {
    consultant: String(saved.consultantNumber ?? ''),
    client: String(saved.clientNumber ?? ''),
    yearStart: String(saved.fiscalYearStartMonth),
    digits: String(saved.accountLength),
    chart: saved.chart ?? '',
    accounts: [...named, ...others.map((taxClass) => ({ taxClass, account: '', taxKey: '' }))],
  }
}

const isWithin = (text: string, { least, most }: { readonly least: number; readonly most: number }) =>
  text.trim() === '' || (/^\d{1,8}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most)

type BooksErrors<T> = Partial<Record<keyof T, string>>

/** The faults of the typed values; an account that is left empty is not saved. */
export const booksErrors = (typed: TypedBooks, words: BooksWords) => {
  const { numberWrong } = words
  const fields: BooksErrors<TypedBooks> = {
    ...(!isWithin(typed.consultant, consultantBounds) && {
      consultant: numberWrong(consultantBounds.least, consultantBounds.most),
    }),
    ...(!isWithin(typed.client, clientBounds) && { client: numberWrong(clientBounds.least, clientBounds.most) }),
    ...((typed.digits.trim() === '' || !isWithin(typed.digits, lengths)) && {
      digits: numberWrong(lengths.least, lengths.most),
    }),
  }
  const at = typed.accounts.map((one, place) => wrongInAccount(one, place, typed, words))
  return { fields, at, isRight: Object.keys(fields).length + at.flatMap(Object.keys).length === 0 }
}

const wrongInAccount = (
  one: TypedAccount,
  place: number,
  typed: TypedBooks,
  words: BooksWords,
): BooksErrors<TypedAccount> => {
  const { taxClass, account, taxKey } = one
  if (account === '') return {}
  const isTwice = typed.accounts.findIndex((other) => other.taxClass.trim() === taxClass.trim()) !== place
  const isAccount = /^(?!0+$)\d+$/.test(account) && account.length === Number(typed.digits)
  return {
    ...(taxClass.trim() === '' && { taxClass: words.missing }),
    ...(isTwice && { taxClass: words.twice }),
    ...(!isAccount && { account: words.accountWrong(Number(typed.digits)) }),
    ...(taxKey !== '' && !new RegExp(taxKeyPattern).test(taxKey) && { taxKey: words.keyWrong }),
  }
}

const charts = ['03', '04'] as const

export const savedBooks = (typed: TypedBooks): Omit<Books, 'updatedAt'> => ({
  consultantNumber: typed.consultant.trim() === '' ? null : Number(typed.consultant),
  clientNumber: typed.client.trim() === '' ? null : Number(typed.client),
  fiscalYearStartMonth: Number(typed.yearStart),
  accountLength: Number(typed.digits),
  chart: charts.find((one) => one === typed.chart) ?? null,
  taxAccounts: typed.accounts
    .filter(({ account }) => account !== '')
    .map(({ taxClass, account, taxKey }) => ({
      taxClass: taxClass.trim(),
      revenueAccount: account,
      taxKey: taxKey || null,
    })),
})
