import type { getAccountingSettings } from '../../../../../domains/billing/accounting/contract.ts'
import {
  consultantBounds,
  clientBounds,
  lengths,
  taxKeyPattern,
} from '../../../../../domains/billing/accounting/rules/bookings.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import type { FieldFaults } from '../../../parts/forms/request-body.ts'
import type { useSettingWords } from '../../../words/billing-settings/index.ts'

export type Books = Reply<typeof getAccountingSettings>
type BooksWords = ReturnType<typeof useSettingWords>['books']

type TypedBooks = ReturnType<typeof typedBooks>
export type TypedAccount = TypedBooks['accounts'][number]

/** The saved values as the form shows them, with an empty account for each tax class that has none. */
export const typedBooks = (saved: Books, taxClasses: readonly string[]) => {
  const named = saved.taxAccounts.map(({ taxClass, revenueAccount, taxKey }) => ({
    taxClass,
    account: revenueAccount,
    taxKey: taxKey ?? '',
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

/** The faults of the typed values. */
export const booksErrors = (typed: TypedBooks, words: BooksWords): FieldFaults<TypedBooks> => {
  const { numberWrong } = words
  return {
    ...(!isWithin(typed.consultant, consultantBounds) && {
      consultant: numberWrong(consultantBounds.least, consultantBounds.most),
    }),
    ...(!isWithin(typed.client, clientBounds) && { client: numberWrong(clientBounds.least, clientBounds.most) }),
    ...((typed.digits.trim() === '' || !isWithin(typed.digits, lengths)) && {
      digits: numberWrong(lengths.least, lengths.most),
    }),
    accounts: accountErrors(typed, words)
      .flatMap((one) => Object.values(one))
      .at(0),
  }
}

/** The faults of each account; an account that is left empty is not saved. */
export const accountErrors = (typed: TypedBooks, words: BooksWords): readonly FieldFaults<TypedAccount>[] =>
  typed.accounts.map(({ taxClass, account, taxKey }, at) => {
    if (account === '') return {}
    const isTwice = typed.accounts.findIndex((other) => other.taxClass.trim() === taxClass.trim()) !== at
    const isAccount = /^(?!0+$)\d+$/.test(account) && account.length === Number(typed.digits)
    return {
      ...(taxClass.trim() === '' && { taxClass: words.missing }),
      ...(isTwice && { taxClass: words.twice }),
      ...(!isAccount && { account: words.accountWrong(Number(typed.digits)) }),
      ...(taxKey !== '' && !new RegExp(taxKeyPattern).test(taxKey) && { taxKey: words.keyWrong }),
    }
  })

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
