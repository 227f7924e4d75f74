import { parseXml, XmlElement } from '@rgrove/parse-xml'

/** An issue as e-invoice.be reports it: `rule_id`, `message` and `flag` are those of the Schematron rule. */
export interface PeppolIssue {
  readonly message: string
  readonly type: 'error'
  readonly rule_id: string
  readonly flag: 'fatal'
  readonly schematron: 'PEPPOL-EN16931' | 'CEN-EN16931'
  readonly location: null
  readonly test: null
}

/** The root of a UBL invoice or credit note; undefined for other bytes. */
export const ublRootOf = (bytes: Buffer): XmlElement | undefined => {
  try {
    const { root } = parseXml(bytes.toString())
    const [, kind] = /^(?:\w+:)?(Invoice|CreditNote)$/.exec(root?.name ?? '') ?? []
    const namespace = `urn:oasis:names:specification:ubl:schema:xsd:${kind}-2`
    return kind !== undefined && Object.values(root!.attributes).includes(namespace) ? root! : undefined
  } catch {
    return undefined
  }
}

const localName = ({ name }: XmlElement) => name.slice(name.indexOf(':') + 1)
const childrenOf = (element: XmlElement) => element.children.filter((child) => child instanceof XmlElement)

/** The elements at a path of local names, as `AccountingSupplierParty/Party/EndpointID`. */
export const elementsAt = (from: XmlElement, path: string): readonly XmlElement[] =>
  path
    .split('/')
    .reduce(
      (found: readonly XmlElement[], step) =>
        found.flatMap((element) => childrenOf(element).filter((child) => localName(child) === step)),
      [from],
    )

/** The text of the first element at the path; null if there is none. */
export const textAt = (from: XmlElement, path: string): string | null => {
  const text = elementsAt(from, path)[0]?.text.trim() ?? ''
  return text === '' ? null : text
}

const everyElement = (element: XmlElement): readonly XmlElement[] => [
  element,
  ...childrenOf(element).flatMap(everyElement),
]
const named = (root: XmlElement, names: RegExp) =>
  everyElement(root).filter((element) => names.test(localName(element)))

const seller = 'AccountingSupplierParty/Party'
const buyer = 'AccountingCustomerParty/Party'
const billing = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const schemes = new Set(
  (
    '0002 0007 0009 0060 0088 0096 0097 0106 0130 0135 0142 0151 0183 0184 0188 0190 0191 0192 0195 0196 0198 0199 0200 ' +
    '0201 0204 0208 0209 0210 0211 0216 0218 0221 0225 0230 0235 0240 0242 0244 0245 0246 0248 9910 9913 9914 9915 9918 ' +
    '9919 9920 9922 9923 9924 9925 9926 9927 9928 9929 9930 9931 9932 9933 9934 9935 9936 9937 9938 9939 9940 9941 9942 ' +
    '9943 9944 9945 9946 9947 9948 9949 9950 9951 9952 9953 9957 9959'
  ).split(' '),
)

type Check = (root: XmlElement) => boolean
const has =
  (...paths: readonly string[]): Check =>
  (root) =>
    paths.some((path) => textAt(root, path) !== null)
const isBelgianNumber = (value: string) =>
  /^\d{10}$/.test(value) && 97 - (Number(value.slice(0, 8)) % 97) === Number(value.slice(8))
const isDate = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
const isIn = (root: XmlElement, party: string, code: string) =>
  textAt(root, `${party}/PostalAddress/Country/IdentificationCode`) === code

/** Fatal rules of Peppol BIS Billing 3.0, 2026.5: the words, and what holds for a document that keeps the rule. */
const checks: Readonly<Record<string, readonly [message: string, isKept: Check]>> = {
  'BR-02': ['An Invoice shall have an Invoice number (BT-1).', has('ID')],
  'BR-03': ['An Invoice shall have an Invoice issue date (BT-2).', has('IssueDate')],
  'BR-06': ['An Invoice shall contain the Seller name (BT-27).', has(`${seller}/PartyLegalEntity/RegistrationName`)],
  'BR-07': ['An Invoice shall contain the Buyer name (BT-44).', has(`${buyer}/PartyLegalEntity/RegistrationName`)],
  'BR-16': ['An Invoice shall have at least one Invoice line (BG-25)', has('InvoiceLine', 'CreditNoteLine')],
  'PEPPOL-EN16931-R001': ['Business process MUST be provided.', has('ProfileID')],
  'PEPPOL-EN16931-R002': [
    'No more than one note is allowed on document level, unless both the buyer and seller are German organizations.',
    (root) => elementsAt(root, 'Note').length <= 1 || (isIn(root, seller, 'DE') && isIn(root, buyer, 'DE')),
  ],
  'PEPPOL-EN16931-R003': [
    'A buyer reference or purchase order reference MUST be provided.',
    has('BuyerReference', 'OrderReference/ID'),
  ],
  'PEPPOL-EN16931-R004': [
    `Specification identifier MUST begin with the value '${billing}' and follow the format rules for the identifier.`,
    (root) => {
      const value = textAt(root, 'CustomizationID') ?? ''
      return value.startsWith(billing) && !value.includes('::')
    },
  ],
  'PEPPOL-EN16931-R007': [
    'Business process MUST have an approved identifier.',
    (root) => /^urn:fdc:peppol\.eu:2017:poacc:billing:\d{2}:1\.0$/.test(textAt(root, 'ProfileID') ?? ''),
  ],
  'PEPPOL-EN16931-R008': [
    'Document MUST not contain empty elements.',
    (root) => everyElement(root).every((element) => element.text.trim() !== '' || childrenOf(element).length > 0),
  ],
  'PEPPOL-EN16931-R010': ['Buyer electronic address MUST be provided', has(`${buyer}/EndpointID`)],
  'PEPPOL-EN16931-R020': ['Seller electronic address MUST be provided', has(`${seller}/EndpointID`)],
  'PEPPOL-EN16931-CL008': [
    'Electronic address identifier scheme must be from the codelist "Electronic Address Identifier Scheme"',
    (root) => named(root, /^EndpointID$/).every(({ attributes }) => schemes.has(attributes.schemeID ?? '0208')),
  ],
  'PEPPOL-COMMON-R043': [
    'Belgian enterprise number MUST be stated in the correct format.',
    (root) =>
      named(root, /^(?:EndpointID|ID|CompanyID)$/).every(
        ({ attributes, text }) => attributes.schemeID !== '0208' || isBelgianNumber(text.trim()),
      ),
  ],
  'PEPPOL-EN16931-F001': [
    'A date MUST be formatted YYYY-MM-DD.',
    (root) => named(root, /^(?:Issue|Due|Start|End|ActualDelivery)Date$/).every(({ text }) => isDate(text)),
  ],
}

/** The fatal rules that the document breaks, as the vendor lists them. */
export const peppolIssues = (root: XmlElement): readonly PeppolIssue[] =>
  Object.entries(checks)
    .filter(([, [, isKept]]) => !isKept(root))
    .map(([id, [message]]) => ({
      message,
      type: 'error',
      rule_id: id,
      flag: 'fatal',
      schematron: id.startsWith('PEPPOL') ? 'PEPPOL-EN16931' : 'CEN-EN16931',
      location: null,
      test: null,
    }))
