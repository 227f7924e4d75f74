import type { Reply } from '../../../../platform/client/index.ts'
import type { getBillingIdentity } from '../../../../domains/billing/billables/contract.ts'
import { prefixPattern, usualFormat } from '../../../../domains/billing/billables/rules/number.ts'
import { faultsIn, type TaxCategory, type TaxClass } from '../../../../domains/billing/billables/rules/tax.ts'
import type { InvoiceWords } from '../../words/use-invoice-words.ts'
import { rateOf } from './draft-totals.ts'

export type Identity = Reply<typeof getBillingIdentity>

export interface TypedTax {
  readonly name: string
  readonly category: TaxCategory
  readonly rate: string
  readonly reason: string
}

/** Who bills, as it is typed. */
export interface TypedIdentity {
  readonly legalName: string
  readonly line1: string
  readonly line2: string
  readonly postalCode: string
  readonly city: string
  readonly country: string
  readonly vatId: string
  readonly paymentTerms: string
  readonly prefix: string
  readonly withYear: boolean
  readonly digits: string
  readonly taxes: readonly TypedTax[]
}

export const typedOf = ({
  legalName,
  address,
  vatId,
  paymentTerms,
  numberFormat,
  taxClasses,
}: Identity): TypedIdentity => {
  const { prefix, withYear, digits } = numberFormat ?? usualFormat
  return {
    ...{ legalName: legalName ?? '', vatId: vatId ?? '', paymentTerms: paymentTerms ?? '' },
    ...{ line1: address?.line1 ?? '', line2: address?.line2 ?? '', postalCode: address?.postalCode ?? '' },
    ...{ city: address?.city ?? '', country: address?.country ?? '' },
    ...{ prefix, withYear, digits: String(digits) },
    taxes: taxClasses.map(({ name, category, rateBps, reason }) => ({
      ...{ name, category, rate: String(rateBps / 100), reason: reason ?? '' },
    })),
  }
}

const orNull = (text: string) => text.trim() || null
const taxOf = ({ name, category, rate, reason }: TypedTax): TaxClass => ({
  ...{ name: name.trim(), category, rateBps: category === 'S' ? (rateOf(rate) ?? 0) : 0 },
  reason: category === 'S' || category === 'Z' ? null : orNull(reason),
})

/** What is saved: what was typed, over all that was saved before and has no field here. */
export const savedOf = ({ updatedAt: _, ...before }: Identity, typed: TypedIdentity) => {
  const { line1, line2, postalCode, city, country, prefix, withYear, digits } = typed
  const address = {
    line1: line1.trim(),
    line2: orNull(line2),
    postalCode: postalCode.trim(),
    city: city.trim(),
    country,
  }
  return {
    ...before,
    ...{ legalName: orNull(typed.legalName), vatId: orNull(typed.vatId), paymentTerms: orNull(typed.paymentTerms) },
    address: address.line1 === '' ? null : address,
    numberFormat: { prefix, withYear, digits: Number(digits) },
    taxClasses: typed.taxes.map(taxOf),
  }
}

type Wrong = Partial<Record<keyof TypedIdentity, string>> & {
  readonly taxAt: ReadonlyMap<number, Partial<Record<keyof TypedTax, string>>>
}

/** What is wrong with each field, in words. */
export const wrongIn = (typed: TypedIdentity, words: InvoiceWords['identity']): Wrong => {
  const { line1, line2, postalCode, city, country, vatId, prefix, digits } = typed
  const parts = [line1, postalCode, city, country]
  const hasAddress = [...parts, line2].some((part) => part.trim() !== '')
  return {
    ...(hasAddress && parts.some((part) => part.trim() === '') && { line1: words.addressWhole }),
    ...(country !== '' && !/^[A-Z]{2}$/.test(country) && { country: words.countryWrong }),
    ...(vatId !== '' && !/^[A-Z]{2}[0-9A-Z+*]{2,13}$/.test(vatId) && { vatId: words.vatIdWrong }),
    ...(!new RegExp(prefixPattern).test(prefix) && { prefix: words.prefixWrong }),
    ...(!/^([1-9]|10)$/.test(digits) && { digits: '1–10' }),
    taxAt: new Map(typed.taxes.map((tax, at) => [at, wrongInTax(tax, at, typed.taxes, words)])),
  }
}

const wrongInTax = (tax: TypedTax, at: number, taxes: readonly TypedTax[], words: InvoiceWords['identity']) => {
  const faults = faultsIn(taxes.map(taxOf))
    .filter((one) => one.at === at)
    .map(({ fault }) => fault)
  return {
    ...(tax.name.trim() === '' && { name: words.missing }),
    ...(faults.includes('name_twice') && tax.name.trim() !== '' && { name: words.nameTwice }),
    ...(faults.includes('needs_rate') && { rate: words.rateWrong }),
    ...(faults.includes('needs_reason') && { reason: words.reasonNeeded }),
  }
}

export const isRight = ({ taxAt, ...fields }: Wrong): boolean =>
  Object.keys(fields).length === 0 && [...taxAt.values()].every((one) => Object.keys(one).length === 0)
