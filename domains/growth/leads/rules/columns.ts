import { leadFields, type LeadField } from '../rules.ts'

// If several columns name a field, the column whose name comes first here counts.
const listed = (names: string): readonly string[] => names.trim().split(/\s+/)
const names: Readonly<Record<LeadField, readonly string[]>> = {
  email: listed(`
    email emailaddress emailadresse mail mailaddress mailadresse primaryemail email1value email1 email1address personemail
    workemail businessemail personemailwork courriel adresseemail adressemail correo correoelectrónico correoelectronico
    indirizzoemail emailadres email2value email2 email2address email3value email3address additionalemailaddresses
    personalemail`),
  domain: listed(`
    domain companydomain companydomainname website websiteurl companywebsite web webpage url homepage webseite
    internetseite website1value siteweb sitioweb sitoweb site`),
  name: listed('name fullname contact contactname person personname ansprechpartner displayname nombre'),
  firstName: listed('firstname givenname vorname prénom prenom voornaam imię imie'),
  lastName: listed(`
    lastname surname familyname nachname nom nomdefamille apellido apellidos cognome sobrenome achternaam nazwisko`),
  // In Outlook “Title” is how a person is addressed, beside “Job Title”.
  role: listed(`
    jobtitle role position funktion organizationtitle organization1title fonction poste cargo ruolo functie stanowisko
    title`),
  company: listed(`
    company companyname organization organisation organizationname organization1name account accountname firma
    unternehmen société societe entreprise empresa azienda bedrijf`),
  country: listed(`
    country countrycode countryregion businesscountryregion businesscountry mailingcountry address1country land landregion
    landregiongeschäftlich pays país pais paese kraj`),
  consent: listed(`
    consent optin emailoptin doubleoptin marketingconsent emailconsent gdprconsent einwilligung consentement consentimiento
    consentimento consenso toestemming zgoda samtykke samtycke`),
  notes: listed('notes note comment comments notizen bemerkung bemerkungen remarques'),
}
/** Fields whose columns are all read: the first that holds one counts. */
const isRepeatable: ReadonlySet<LeadField> = new Set(['email', 'domain'])

const plain = (header: string) =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The field that a header names; undefined for an unknown header. */
const fieldNamed = (header: string): LeadField | undefined =>
  leadFields.find((field) => plain(field) === plain(header) || names[field].includes(plain(header)))

/** The column with the smaller rank counts of two for one field. */
const rankOf = (field: LeadField, header: string): number => {
  const rank = names[field].indexOf(plain(header))
  return rank === -1 ? 0 : rank
}

/** Pairs such as `Mail=email; Firma=company`; undefined if one names no field. */
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
  /** The field of each column; undefined for a skipped column. */
  readonly fields: readonly (LeadField | undefined)[]
  /** The columns that have a field, the preferred ones for a field first. */
  readonly order: readonly number[]
}

export const noColumns: ListColumns = { hasHeader: false, fields: [], order: [] }

/** True if a cell is a mail address and nothing else. */
export const isAddress = (cell: string) => /^[^\s@]{1,256}@[^\s@]{1,256}\.[^\s@]{1,64}$/.test(cell.trim())

/** Columns by a row's header, else by content. The first column of a field counts; of repeatable fields any value. */
export const columnsOf = (row: readonly string[], mapping?: ReadonlyMap<string, LeadField>): ListColumns => {
  const byName = row.map((cell) => (mapping ? mapping.get(plain(cell)) : fieldNamed(cell)))
  const hasHeader = !row.some(isAddress) && byName.some((field) => field !== undefined)
  const found = hasHeader ? byName : row.map(fieldByContent)
  const ranked = found
    .map((field, column) => ({ field, column, rank: field && hasHeader && !mapping ? rankOf(field, row[column]!) : 0 }))
    .filter(({ field }) => field !== undefined)
    .toSorted((one, other) => one.rank - other.rank || one.column - other.column)
  const order = ranked
    .filter(
      ({ field, column }) => isRepeatable.has(field!) || ranked.find((one) => one.field === field)!.column === column,
    )
    .map(({ column }) => column)
  const isRead = new Set(order)
  return { hasHeader, fields: found.map((field, column) => (isRead.has(column) ? field : undefined)), order }
}

const fieldByContent = (cell: string): LeadField | undefined => {
  const text = cell.trim()
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return 'email'
  return /^(https?:\/\/)?([a-z0-9-]+\.)+[a-z]{2,}(\/\S*)?$/i.test(text) ? 'domain' : undefined
}

export const headerRowsMost = 10

/** The header among the first rows, before any address: the row that names most fields. Else columns by content. */
export const columnsAmong = (
  rows: readonly (readonly string[])[],
  mapping?: ReadonlyMap<string, LeadField>,
): { readonly columns: ListColumns; readonly header: number | undefined } => {
  const all = rows.map((cells) => columnsOf(cells, mapping))
  const firstAddress = rows.findIndex((cells) => cells.some(isAddress))
  const candidates = all
    .map((columns, row) => ({ columns, row }))
    .slice(0, firstAddress === -1 ? undefined : firstAddress)
    .filter(({ columns }) => columns.hasHeader)
  const best = candidates.reduce<(typeof candidates)[number] | undefined>(
    (most, one) => (most && most.columns.order.length >= one.columns.order.length ? most : one),
    undefined,
  )
  if (best) return { columns: best.columns, header: best.row }
  return { columns: all.find(({ order, hasHeader }) => !hasHeader && order.length > 0) ?? noColumns, header: undefined }
}

// People's texts for a cell without a value.
const blanks = new Set(
  '- -- --- — – . / ? x n/a na n.a n.a. none (none) null (null) nil unknown (unknown) k.a. k.a keine keins ohne nan undefined empty \\n (empty) (blank) leer (leer) s/n s.o. #n/a http:// https:// www. www http https'.split(
    ' ',
  ),
)

/** True if a cell of an address, a website or a country means no value. */
export const blankCell = (text: string): boolean => {
  const plain = text.trim().toLowerCase()
  return plain === '' || blanks.has(plain)
}

// Blank words that are names of people or companies too: as a name is written they are kept.
const blankNames = new Set(['x', 'na', 'nan', 'nil', 'null', 'none', 'ohne', 'leer', 'http', 'https', 'www'])

/** True if a cell of words, such as a name or a company, means no value. */
export const blankWord = (text: string): boolean => {
  const word = text.trim()
  return blankCell(word) && !(blankNames.has(word.toLowerCase()) && /^\p{Lu}\p{Ll}{0,8}$/u.test(word))
}
