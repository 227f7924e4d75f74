import type { Reply } from '../../../../../platform/client/index.ts'
import type { getBillingIdentity, getClientBillingIdentity } from '../../../../../domains/billing/billables/contract.ts'
import {
  bicPattern,
  ibanOf,
  ibanPattern,
  ibanText,
  prefixPattern,
  usualFormat,
  faultsIn,
  type TaxClass,
  profileNames,
} from '../../../../../domains/billing/billables/rules.ts'
import type { InvoiceWords } from '../../../words/invoices/index.ts'
import type { FieldFaults } from '../../../parts/forms/request-body.ts'
import { rateOf } from '../draft/draft-totals.ts'
import { endpointSchemes, isIdentifier, registerSchemes } from '../../../../../packages/einvoice/index.ts'

export type Identity = Reply<typeof getBillingIdentity>

/** The seller's identity, as it is typed. */
export type TypedIdentity = ReturnType<typeof typedOf>
export type TypedTax = TypedIdentity['taxes'][number]

export const typedOf = (identity: Identity) => {
  const { legalName, address, vatId, taxNumber, bankAccount, paymentTerms, numberFormat, taxClasses } = identity
  const { prefix, withYear, digits } = numberFormat ?? usualFormat
  return {
    legalName: legalName ?? '',
    vatId: vatId ?? '',
    taxNumber: taxNumber ?? '',
    paymentTerms: paymentTerms ?? '',
    ...typedAddressOf(address),
    ...typedSellerElectronic(identity.electronic),
    holder: bankAccount?.holder ?? '',
    iban: ibanText(bankAccount?.iban ?? ''),
    bic: bankAccount?.bic ?? '',
    prefix,
    withYear,
    digits: String(digits),
    taxes: taxClasses.map(({ name, category, rateBps, reason }) => ({
      name,
      category,
      rate: String(rateBps / 100),
      reason: reason ?? '',
    })),
  }
}

type Address = NonNullable<Identity['address']>

export type TypedAddress = ReturnType<typeof typedAddressOf>

export const typedAddressOf = (address: Address | null) => ({
  line1: address?.line1 ?? '',
  line2: address?.line2 ?? '',
  postalCode: address?.postalCode ?? '',
  city: address?.city ?? '',
  country: address?.country ?? '',
})

/** An address that was checked; null if nothing of it was typed. */
export const addressOf = ({ line1, line2, postalCode, city, country }: TypedAddress): Address | null =>
  line1.trim() === ''
    ? null
    : { line1: line1.trim(), line2: orNull(line2), postalCode: postalCode.trim(), city: city.trim(), country }

export const addressErrors = (
  { line1, line2, postalCode, city, country }: TypedAddress,
  words: InvoiceWords['identity'],
): FieldFaults<TypedAddress> => {
  const parts = [line1, postalCode, city, country]
  const isBegun = [...parts, line2].some((part) => part.trim() !== '')
  return {
    ...(isBegun && parts.some((part) => part.trim() === '') && { line1: words.addressWhole }),
    ...(country !== '' && !/^[A-Z]{2}$/.test(country) && { country: words.countryWrong }),
  }
}

const orNull = (text: string) => text.trim() || null
const taxOf = ({ name, category, rate, reason }: TypedTax): TaxClass => ({
  name: name.trim(),
  category,
  rateBps: category === 'S' ? (rateOf(rate) ?? 0) : 0,
  reason: category === 'S' || category === 'Z' ? null : orNull(reason),
})

/** The values to save: the typed ones, over all saved ones without a field here. */
export const savedOf = ({ updatedAt: _, ...before }: Identity, typed: TypedIdentity) => ({
  ...before,
  legalName: orNull(typed.legalName),
  vatId: orNull(typed.vatId),
  taxNumber: orNull(typed.taxNumber),
  paymentTerms: orNull(typed.paymentTerms),
  address: addressOf(typed),
  electronic: savedSellerElectronic(before.electronic, typed),
  bankAccount:
    typed.iban.trim() === '' ? null : { iban: typed.iban.trim(), bic: orNull(typed.bic), holder: orNull(typed.holder) },
  numberFormat: { prefix: typed.prefix, withYear: typed.withYear, digits: Number(typed.digits) },
  taxClasses: typed.taxes.map(taxOf),
})

export const isVatId = (text: string): boolean => text === '' || /^[A-Z]{2}[0-9A-Z+*]{2,13}$/.test(text)
const isIban = (text: string) => new RegExp(ibanPattern).test(text) && ibanOf(text) !== undefined

/** The fault of each field, in words. */
export const identityErrors = (typed: TypedIdentity, words: InvoiceWords['identity']): FieldFaults<TypedIdentity> => {
  const { vatId, iban, bic, holder, prefix, digits } = typed
  const hasAccount = [iban, bic, holder].some((text) => text.trim() !== '')
  return {
    ...addressErrors(typed, words),
    ...identifierErrors(typed, words),
    ...(!isVatId(vatId) && { vatId: words.vatIdWrong }),
    ...(hasAccount && !isIban(iban.trim()) && { iban: words.ibanWrong }),
    ...(bic !== '' && !new RegExp(bicPattern).test(bic) && { bic: words.bicWrong }),
    ...(!new RegExp(prefixPattern).test(prefix) && { prefix: words.prefixWrong }),
    ...(!/^([1-9]|10)$/.test(digits) && { digits: '1–10' }),
    taxes: taxErrors(typed.taxes, words)
      .flatMap((one) => Object.values(one))
      .at(0),
  }
}

/** The faults of each tax class, in words. */
export const taxErrors = (
  taxes: readonly TypedTax[],
  words: InvoiceWords['identity'],
): readonly FieldFaults<TypedTax>[] => {
  const faults = faultsIn(taxes.map(taxOf))
  return taxes.map(({ name }, at) => {
    const has = (fault: (typeof faults)[number]['fault']) => faults.some((one) => one.at === at && one.fault === fault)
    return {
      ...(name.trim() === '' && { name: words.missing }),
      ...(has('name_twice') && name.trim() !== '' && { name: words.nameTwice }),
      ...(has('needs_rate') && { rate: words.rateWrong }),
      ...(has('needs_reason') && { reason: words.reasonNeeded }),
    }
  })
}

type SellerElectronic = NonNullable<Reply<typeof getBillingIdentity>['electronic']>
type BuyerElectronic = NonNullable<Reply<typeof getClientBillingIdentity>['electronic']>

/** Identifiers of a party, as they are typed. */
export type TypedIdentifiers = ReturnType<typeof identifiersOf>
type TypedSellerElectronic = ReturnType<typeof typedSellerElectronic>

/** The codes of the notes that French invoices need. */
export const noteCodes = ['PMT', 'PMD', 'AAB'] as const

const identifiersOf = (electronic: SellerElectronic | BuyerElectronic | null) => ({
  endpointScheme: electronic?.endpoint?.scheme ?? '',
  endpointValue: electronic?.endpoint?.value ?? '',
  legalScheme: electronic?.legalId?.scheme ?? '',
  legalValue: electronic?.legalId?.value ?? '',
})

const typedSellerElectronic = (electronic: SellerElectronic | null) => {
  const noteOf = (code: string) => electronic?.notes.find((note) => note.code === code)?.text ?? ''
  return { ...identifiersOf(electronic), PMT: noteOf('PMT'), PMD: noteOf('PMD'), AAB: noteOf('AAB') }
}

export const typedBuyerElectronic = (electronic: BuyerElectronic | null) => ({
  ...identifiersOf(electronic),
  orderReference: electronic?.orderReference ?? '',
  profile: electronic?.profile ?? 'en16931',
})

const identifierOf = <Scheme extends string>(schemes: readonly Scheme[], typedScheme: string, value: string) => {
  const scheme = schemes.find((one) => one === typedScheme)
  return scheme === undefined || value.trim() === '' ? null : { scheme, value: value.trim() }
}

const savedIdentifiers = (typed: TypedIdentifiers) => ({
  endpoint: identifierOf(endpointSchemes, typed.endpointScheme, typed.endpointValue),
  legalId: identifierOf(registerSchemes, typed.legalScheme, typed.legalValue),
})

/** The values to save; null if nothing was typed. Notes without a field here stay. */
const savedSellerElectronic = (before: SellerElectronic | null, typed: TypedSellerElectronic) => {
  const others = (before?.notes ?? []).filter(({ code }) => !noteCodes.some((known) => known === code))
  const notes = noteCodes.flatMap((code) => (typed[code].trim() === '' ? [] : [{ code, text: typed[code].trim() }]))
  const saved = { ...savedIdentifiers(typed), notes: [...notes, ...others] }
  return saved.endpoint === null && saved.legalId === null && saved.notes.length === 0 ? null : saved
}

export const savedBuyerElectronic = (typed: ReturnType<typeof typedBuyerElectronic>): BuyerElectronic | null => {
  const profile = profileNames.find((one) => one === typed.profile) ?? 'en16931'
  const saved = { ...savedIdentifiers(typed), orderReference: typed.orderReference.trim() || null, profile }
  const isEmpty = saved.endpoint === null && saved.legalId === null && saved.orderReference === null
  return isEmpty && profile === 'en16931' ? null : saved
}

/** The fault of each identifier, in words. */
export const identifierErrors = (
  { endpointScheme, endpointValue, legalScheme, legalValue }: TypedIdentifiers,
  words: InvoiceWords['identity'],
): FieldFaults<TypedIdentifiers> => {
  const faultOf = (scheme: string, typed: string) => {
    const value = typed.trim()
    if (value === '') return undefined
    if (scheme === '') return words.identifierHalf
    return isIdentifier({ scheme, value }) && /^[!-~]{1,125}$/.test(value) ? undefined : words.identifierWrong
  }
  return { endpointValue: faultOf(endpointScheme, endpointValue), legalValue: faultOf(legalScheme, legalValue) }
}
