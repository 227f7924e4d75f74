import { plainText } from '../research/index.ts'
import { type LeadField, type RowNotice, type RowRefusal, isOfCompany, networkOf } from './rules.ts'
import { blankCell, blankWord, type ListColumns } from './rules/columns.ts'
import { readConsent } from './rules/consent.ts'
import { websiteDomain, withoutUnseen, mixesScripts } from './website.ts'
import { domainOf, normalAddress } from '../suppression/index.ts'

const valueMostChars = 1_000

/** A row that can become a lead: its address and domain in normal form, and the text of each field. */
export interface ListedLead {
  readonly address: string | null
  readonly domain: string
  /** The page of a profile without an address; empty for a company's domain. */
  readonly page: string
  readonly values: ReadonlyMap<LeadField, string>
  readonly hasConsent: boolean
  /** The parts of the row that do not count, with their text. */
  readonly notices: readonly { readonly notice: RowNotice; readonly text: string }[]
}

/** Reads a row by the fields of its columns; or why it is refused. Undefined for an empty row. */
export const readRow = (
  cells: readonly string[],
  { fields, order }: Pick<ListColumns, 'fields' | 'order'>,
): ListedLead | RowRefusal | undefined => {
  if (cells.every((cell) => cell.trim() === '')) return undefined
  if (order.some((column) => /[\ufffd\u0080-\u009f]/.test(cells[column] ?? ''))) return 'encoding'
  const texts = order.map((column) => ({ field: fields[column]!, text: valueOf(cells[column] ?? '', fields[column]!) }))
  if (texts.some(({ text }) => text.length > valueMostChars)) return 'too_long'
  const textsOf = (field: LeadField) => texts.filter((one) => one.field === field).map(({ text }) => text)
  const email = firstOf(textsOf('email'), readAddress)
  if (email && !email.value) return 'bad_address'
  const address = email?.value?.address ?? null
  const ofCompany = firstOf(textsOf('domain'), companyDomain)
  // Without an address a profile is all that names the lead.
  const profile = ofCompany?.value || address !== null ? undefined : firstOf(textsOf('domain'), profileIn)
  const website = profile ? { text: profile.text, value: profile.value?.domain } : ofCompany
  const domain = website?.value ?? (address === null ? undefined : domainOf(address))
  if (domain === undefined) return website ? 'bad_domain' : 'no_address_or_domain'
  const values = new Map(texts.map(({ field, text }) => [field, text] as const).filter(([, text]) => text !== ''))
  for (const [field, found] of [
    ['email', email],
    ['domain', website?.value === undefined ? undefined : website],
  ] as const)
    if (found) values.set(field, found.text)
    else values.delete(field)
  // A single sign can be the tick of a box.
  for (const [field, text] of values)
    if (field === 'country' ? blankCell(text) : field !== 'consent' && blankWord(text)) values.delete(field)
  const consent = readConsent(values.get('consent'))
  return {
    address,
    domain,
    page: profile?.value?.page ?? '',
    values,
    hasConsent: consent === 'given',
    notices: [
      ...(consent === 'unclear' ? [{ notice: 'consent_unclear' as const, text: values.get('consent')! }] : []),
      ...(website && website.value === undefined ? [{ notice: 'website_left_out' as const, text: website.text }] : []),
      ...(email?.value?.hasOthers ? [{ notice: 'addresses_left_out' as const, text: email.text }] : []),
    ],
  }
}

const companyDomain = (text: string) => {
  const domain = websiteDomain(text)
  return domain !== undefined && isOfCompany(domain) ? domain : undefined
}

/** The network and the page of a profile: its path in small letters, and the number in its query if it has one. */
const profileIn = (text: string): { readonly domain: string; readonly page: string } | undefined => {
  const domain = websiteDomain(text)
  const network = domain === undefined ? undefined : networkOf(domain)
  const first = text.split(/[\s,;|]+/).find((part) => part.includes('/'))
  const url = `https://${first?.replace(/^https?:\/{0,2}/i, '')}`
  if (network === undefined || first === undefined || !URL.canParse(url)) return undefined
  const { pathname, searchParams } = new URL(url)
  const path = pathname.toLowerCase().replace(/\/{1,9}$/, '')
  if (path === '') return undefined
  const id = searchParams.get('id')
  return { domain: network, page: id === null ? path : `${path}?id=${id}` }
}

/** The first of several cells that holds a value; else the first that is not blank, without one. */
const firstOf = <Value>(texts: readonly string[], read: (text: string) => Value | undefined) => {
  const filled = texts.filter((text) => !blankCell(text)).map((text) => ({ text, value: read(text) }))
  return filled.find(({ value }) => value !== undefined) ?? filled[0]
}

// Texts of spreadsheets, in English and German, for a formula without a value.
const formulaErrors = /^#(N\/A|NV|REF!|BEZUG!|VALUE!|WERT!|NAME\?|DIV\/0!|NULL!|NUM!|ZAHL!)$/i

const valueOf = (cell: string, field: LeadField) => {
  const text = plainText(field === 'email' || field === 'domain' ? withoutUnseen(cell) : cell)
  return formulaErrors.test(text) ? '' : text
}

/**
 * The first address of a cell in normal form, and whether it has others: plain, `mailto:` or `Ada <ada@example.com>`.
 * Undefined if a part is no address.
 */
const readAddress = (text: string) => {
  const plain = withoutUnseen(text)
  const parts = /^(?:[^<>]{0,300}<[^<>]{1,330}>){1,50}[\s,;]{0,20}$/.test(plain)
    ? [...plain.matchAll(/<([^<>]+)>/g)].map(([, inside]) => inside!)
    : plain.split(/\s*(?:[,;|]|:::|\s)\s*/).filter((part) => part !== '')
  const addresses = parts.map(addressOf)
  const [address] = addresses
  return address === undefined || addresses.includes(undefined)
    ? undefined
    : { address, hasOthers: new Set(addresses).size > 1 }
}

// Letters of other scripts before the @ look like Latin ones, and few servers take them.
const addressOf = (text: string): string | undefined => {
  const [plain] = text
    .trim()
    .replace(/^mailto:/i, '')
    .split('?', 1)
  const address = normalAddress(plain!)
  if (address === undefined) return undefined
  const domain = domainOf(address)
  const isLatin = /^[\x21-\x7e]+$/.test(address.slice(0, -domain.length - 1))
  return isLatin && domain.includes('.') && !mixesScripts(domain) ? address : undefined
}
