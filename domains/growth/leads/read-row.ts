import { plainText } from '../research/index.ts'
import { normalAddress } from '../suppression/index.ts'
import type { LeadField, RowRefusal } from './rules.ts'
import { websiteDomain } from './website.ts'

const valueMostChars = 1_000

/** A row that can become a lead: its address and domain in normal form, and the text of each field. */
export interface ListedLead {
  readonly address: string | null
  readonly domain: string
  readonly values: ReadonlyMap<LeadField, string>
}

/** Reads a row by the fields of its columns; or why it is refused. Undefined for an empty row. */
export const readRow = (
  cells: readonly string[],
  fields: readonly (LeadField | undefined)[],
): ListedLead | RowRefusal | undefined => {
  if (cells.every((cell) => cell.trim() === '')) return undefined
  const values = new Map<LeadField, string>()
  for (const [at, field] of fields.entries()) {
    const text = field === undefined ? '' : valueOf(cells[at] ?? '')
    if (text.includes('\ufffd')) return 'encoding'
    if (text.length > valueMostChars) return 'too_long'
    if (field !== undefined && text !== '') values.set(field, text)
  }
  const typed = values.get('email')
  const address = typed === undefined ? null : addressOf(typed)
  if (address === undefined) return 'bad_address'
  const website = values.get('domain')
  const domain = website === undefined ? address?.slice(address.lastIndexOf('@') + 1) : websiteDomain(website)
  if (website !== undefined && domain === undefined) return 'bad_domain'
  return domain === undefined ? 'no_address_or_domain' : { address, domain, values }
}

// What spreadsheets show, in English and German, where a formula has no value.
const formulaErrors = /^#(N\/A|NV|REF!|BEZUG!|VALUE!|WERT!|NAME\?|DIV\/0!|NULL!|NUM!|ZAHL!)$/i

const valueOf = (cell: string) => {
  const text = plainText(cell)
  return formulaErrors.test(text) ? '' : text
}

// Letters of other scripts before the @ look like Latin ones, and few servers take them.
const addressOf = (text: string) => {
  const address = normalAddress(text)
  if (address === undefined) return undefined
  const at = address.lastIndexOf('@')
  return /^[\x21-\x7e]+$/.test(address.slice(0, at)) && address.slice(at).includes('.') ? address : undefined
}
