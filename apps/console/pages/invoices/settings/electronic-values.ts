import type { Reply } from '../../../../../platform/client/index.ts'
import type { getBillingIdentity, getClientBillingIdentity } from '../../../../../domains/billing/billables/contract.ts'
import { endpointSchemes, isIdentifier, registerSchemes } from '../../../../../packages/einvoice/index.ts'
import { profileNames } from '../../../../../domains/billing/billables/rules.ts'
import type { FieldFaults } from '../../../parts/forms/request-body.ts'
import type { InvoiceWords } from '../../../words/invoices/index.ts'

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

export const typedSellerElectronic = (electronic: SellerElectronic | null) => {
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
export const savedSellerElectronic = (before: SellerElectronic | null, typed: TypedSellerElectronic) => {
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
