import type { ElectronicAddress, ElectronicInvoice, ElectronicLine, ElectronicTax, Party } from './invoice.ts'
import { element, identifierElement, textElement, xmlOf } from './xml.ts'

const namespaces = {
  'xmlns:cac': 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2',
  'xmlns:cbc': 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2',
}

/** The invoice, or the credit note, in UBL 2.1 as EN 16931-3-2 binds it. Elements are in the order of its schema. */
export const ublOf = (invoice: ElectronicInvoice): string => {
  const isCredit = invoice.type === '381'
  const kind = isCredit ? 'CreditNote' : 'Invoice'
  return xmlOf(
    element(
      kind,
      [
        textElement('cbc:CustomizationID', invoice.guideline),
        textElement('cbc:ProfileID', invoice.process),
        textElement('cbc:ID', invoice.number),
        textElement('cbc:IssueDate', invoice.issuedOn),
        isCredit ? undefined : textElement('cbc:DueDate', invoice.dueOn),
        textElement(`cbc:${kind}TypeCode`, invoice.type),
        ...invoice.notes.map(({ code, text }) => textElement('cbc:Note', `#${code}#${text}`)),
        textElement('cbc:DocumentCurrencyCode', invoice.currency),
        textElement('cbc:BuyerReference', invoice.buyerReference),
        periodOf(invoice),
        element('cac:OrderReference', [textElement('cbc:ID', invoice.orderReference)]),
        ...invoice.preceding.map(({ number, issuedOn }) =>
          element('cac:BillingReference', [
            element('cac:InvoiceDocumentReference', [
              textElement('cbc:ID', number),
              textElement('cbc:IssueDate', issuedOn),
            ]),
          ]),
        ),
        element('cac:AccountingSupplierParty', [partyOf(invoice.seller)]),
        element('cac:AccountingCustomerParty', [partyOf(invoice.buyer)]),
        element('cac:Delivery', [textElement('cbc:ActualDeliveryDate', invoice.deliveredOn)]),
        paymentMeansOf(invoice),
        element('cac:PaymentTerms', [textElement('cbc:Note', invoice.terms)]),
        element('cac:TaxTotal', [
          amountOf('cbc:TaxAmount', invoice.tax, invoice),
          ...invoice.taxes.map((tax) => taxSubtotalOf(tax, invoice)),
        ]),
        element('cac:LegalMonetaryTotal', [
          amountOf('cbc:LineExtensionAmount', invoice.net, invoice),
          amountOf('cbc:TaxExclusiveAmount', invoice.net, invoice),
          amountOf('cbc:TaxInclusiveAmount', invoice.total, invoice),
          amountOf('cbc:PayableAmount', invoice.total, invoice),
        ]),
        ...invoice.lines.map((line) => lineOf(line, invoice)),
      ],
      { xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${kind}-2`, ...namespaces },
    ),
  )
}

const periodOf = ({ period }: ElectronicInvoice) =>
  period === null
    ? undefined
    : element('cac:InvoicePeriod', [textElement('cbc:StartDate', period.from), textElement('cbc:EndDate', period.to)])

const amountOf = (name: string, amount: string, { currency }: ElectronicInvoice) =>
  textElement(name, amount, { currencyID: currency })

const taxScheme = (id: string) => element('cac:TaxScheme', [textElement('cbc:ID', id)])

const taxSchemeOf = (number: string | null, scheme: 'VAT' | 'FC') =>
  number === null ? undefined : element('cac:PartyTaxScheme', [textElement('cbc:CompanyID', number), taxScheme(scheme)])

const partyOf = ({ name, id, legalId, vatId, taxNumber, address, contact, endpoint }: Party) =>
  element('cac:Party', [
    identifierElement('cbc:EndpointID', endpoint),
    element('cac:PartyIdentification', [textElement('cbc:ID', id)]),
    addressOf(address),
    taxSchemeOf(vatId, 'VAT'),
    taxSchemeOf(taxNumber, 'FC'),
    element('cac:PartyLegalEntity', [
      textElement('cbc:RegistrationName', name),
      identifierElement('cbc:CompanyID', legalId),
    ]),
    element('cac:Contact', [
      textElement('cbc:Name', contact?.name),
      textElement('cbc:Telephone', contact?.phone),
      textElement('cbc:ElectronicMail', contact?.email),
    ]),
  ])

const addressOf = ({ lines, city, postalCode, country }: ElectronicAddress) =>
  element('cac:PostalAddress', [
    textElement('cbc:StreetName', lines[0]),
    textElement('cbc:AdditionalStreetName', lines[1]),
    textElement('cbc:CityName', city),
    textElement('cbc:PostalZone', postalCode),
    element('cac:AddressLine', [textElement('cbc:Line', lines[2])]),
    element('cac:Country', [textElement('cbc:IdentificationCode', country)]),
  ])

// Only here has a credit note its due date.
const paymentMeansOf = ({ payment, type, dueOn, number }: ElectronicInvoice) =>
  payment &&
  element('cac:PaymentMeans', [
    textElement('cbc:PaymentMeansCode', payment.meansCode),
    type === '381' ? textElement('cbc:PaymentDueDate', dueOn) : undefined,
    ...(payment.account
      ? [
          textElement('cbc:PaymentID', number),
          element('cac:PayeeFinancialAccount', [
            textElement('cbc:ID', payment.account.iban),
            textElement('cbc:Name', payment.account.holder),
            element('cac:FinancialInstitutionBranch', [textElement('cbc:ID', payment.account.bic)]),
          ]),
        ]
      : []),
  ])

const taxSubtotalOf = (tax: ElectronicTax, invoice: ElectronicInvoice) =>
  element('cac:TaxSubtotal', [
    amountOf('cbc:TaxableAmount', tax.taxable, invoice),
    amountOf('cbc:TaxAmount', tax.tax, invoice),
    element('cac:TaxCategory', [
      textElement('cbc:ID', tax.category),
      textElement('cbc:Percent', tax.percent),
      textElement('cbc:TaxExemptionReasonCode', tax.reasonCode),
      textElement('cbc:TaxExemptionReason', tax.reason),
      taxScheme('VAT'),
    ]),
  ])

// BR-O-05: a line that is not subject to the tax has no rate. Its breakdown has one, 0 (BR-DE-14).
const percentOf = ({ category, percent }: ElectronicLine) =>
  category === 'O' ? undefined : textElement('cbc:Percent', percent)

const lineOf = (line: ElectronicLine, invoice: ElectronicInvoice) => {
  const [name, quantity] =
    invoice.type === '381' ? ['CreditNoteLine', 'CreditedQuantity'] : ['InvoiceLine', 'InvoicedQuantity']
  return element(`cac:${name}`, [
    textElement('cbc:ID', line.id),
    textElement(`cbc:${quantity}`, line.quantity, { unitCode: line.unitCode }),
    amountOf('cbc:LineExtensionAmount', line.amount, invoice),
    element('cac:Item', [
      textElement('cbc:Description', line.description),
      textElement('cbc:Name', line.name),
      element('cac:ClassifiedTaxCategory', [textElement('cbc:ID', line.category), percentOf(line), taxScheme('VAT')]),
    ]),
    element('cac:Price', [amountOf('cbc:PriceAmount', line.price, invoice)]),
  ])
}
