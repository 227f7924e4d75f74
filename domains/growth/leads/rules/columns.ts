import { leadFields, type LeadField } from '../rules.ts'

const names: Readonly<Record<LeadField, readonly string[]>> = {
  email: ['email', 'mail', 'emailaddress', 'mailaddress', 'workemail', 'mailadresse', 'emailadresse'],
  domain: ['domain', 'website', 'web', 'url', 'homepage', 'webseite', 'companydomain', 'companywebsite'],
  name: ['name', 'fullname', 'contact', 'contactname', 'person', 'ansprechpartner'],
  firstName: ['firstname', 'givenname', 'vorname'],
  lastName: ['lastname', 'surname', 'familyname', 'nachname'],
  role: ['role', 'title', 'jobtitle', 'position', 'funktion'],
  company: ['company', 'companyname', 'organization', 'organisation', 'firma', 'unternehmen', 'account'],
  country: ['country', 'countrycode', 'land'],
  consent: ['consent', 'optin', 'einwilligung'],
  notes: ['notes', 'note', 'comment', 'notizen', 'bemerkung'],
}

const plain = (header: string) =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The field that a header names; undefined for one that names none. */
export const fieldNamed = (header: string): LeadField | undefined =>
  leadFields.find((field) => plain(field) === plain(header) || names[field].includes(plain(header)))

/** Pairs such as `Mail=email; Firma=company`; undefined where one names no field. */
export const readMapping = (text: string): ReadonlyMap<string, LeadField> | undefined => {
  const pairs = text
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.lastIndexOf('=')
      return [plain(pair.slice(0, at)), leadFields.find((field) => field === pair.slice(at + 1).trim())] as const
    })
  const isWhole = pairs.length > 0 && pairs.every(([header, field]) => header !== '' && field !== undefined)
  return isWhole ? new Map(pairs as readonly (readonly [string, LeadField])[]) : undefined
}

export interface ListColumns {
  readonly hasHeader: boolean
  /** The field of each column; undefined for one that is left out. */
  readonly fields: readonly (LeadField | undefined)[]
}

/**
 * The columns of a list by its first row: a header where a cell names a field and none is an address; else columns are
 * known by what they hold. Of two columns for one field the first counts.
 */
export const columnsOf = (first: readonly string[], mapping?: ReadonlyMap<string, LeadField>): ListColumns => {
  const byName = first.map((cell) => (mapping ? mapping.get(plain(cell)) : fieldNamed(cell)))
  const holdsAddress = first.some((cell) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell.trim()))
  const hasHeader = !holdsAddress && byName.some((field) => field !== undefined)
  return { hasHeader, fields: firstOnes(hasHeader ? byName : first.map(fieldByContent)) }
}

const fieldByContent = (cell: string): LeadField | undefined => {
  const text = cell.trim()
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return 'email'
  return /^(https?:\/\/)?([a-z0-9-]+\.)+[a-z]{2,}(\/\S*)?$/i.test(text) ? 'domain' : undefined
}

const firstOnes = (fields: readonly (LeadField | undefined)[]) =>
  fields.map((field, at) => (fields.indexOf(field) === at ? field : undefined))
