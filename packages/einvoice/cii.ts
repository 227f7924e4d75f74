import type { ElectronicInvoice, ElectronicLine, ElectronicTax, Party } from './invoice.ts'
import { element, identifierElement, textElement, xmlOf } from './xml.ts'

const namespaces = {
  'xmlns:rsm': 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  'xmlns:ram': 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  'xmlns:qdt': 'urn:un:unece:uncefact:data:standard:QualifiedDataType:100',
  'xmlns:udt': 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
}

/**
 * The invoice in CII D16B as EN 16931-3-3 binds it, which Factur-X carries. Elements are in the order of its schema.
 */
export const ciiOf = (invoice: ElectronicInvoice): string =>
  xmlOf(
    element(
      'rsm:CrossIndustryInvoice',
      [
        element('rsm:ExchangedDocumentContext', [
          element('ram:BusinessProcessSpecifiedDocumentContextParameter', [textElement('ram:ID', invoice.process)]),
          element('ram:GuidelineSpecifiedDocumentContextParameter', [textElement('ram:ID', invoice.guideline)]),
        ]),
        element('rsm:ExchangedDocument', [
          textElement('ram:ID', invoice.number),
          textElement('ram:TypeCode', invoice.type),
          element('ram:IssueDateTime', [dateOf('udt', invoice.issuedOn)]),
          ...invoice.notes.map(({ code, text }) =>
            element('ram:IncludedNote', [textElement('ram:Content', text), textElement('ram:SubjectCode', code)]),
          ),
        ]),
        element('rsm:SupplyChainTradeTransaction', [
          ...invoice.lines.map(lineOf),
          element('ram:ApplicableHeaderTradeAgreement', [
            textElement('ram:BuyerReference', invoice.buyerReference),
            element('ram:SellerTradeParty', partyOf(invoice.seller)),
            element('ram:BuyerTradeParty', partyOf(invoice.buyer)),
            element('ram:BuyerOrderReferencedDocument', [textElement('ram:IssuerAssignedID', invoice.orderReference)]),
          ]),
          deliveryOf(invoice),
          settlementOf(invoice),
        ]),
      ],
      namespaces,
    ),
  )

// The schema requires the element, even if the day is not known.
const deliveryOf = ({ deliveredOn }: ElectronicInvoice) => {
  const name = 'ram:ApplicableHeaderTradeDelivery'
  if (deliveredOn === null) return { name, attributes: {}, content: [] }
  const day = element('ram:OccurrenceDateTime', [dateOf('udt', deliveredOn)])
  return element(name, [element('ram:ActualDeliverySupplyChainEvent', [day])])
}

const dateOf = (space: 'udt' | 'qdt', day: string) =>
  textElement(`${space}:DateTimeString`, day.replaceAll('-', ''), { format: '102' })

const lineOf = (line: ElectronicLine) =>
  element('ram:IncludedSupplyChainTradeLineItem', [
    element('ram:AssociatedDocumentLineDocument', [textElement('ram:LineID', line.id)]),
    element('ram:SpecifiedTradeProduct', [
      textElement('ram:Name', line.name),
      textElement('ram:Description', line.description),
    ]),
    element('ram:SpecifiedLineTradeAgreement', [
      element('ram:NetPriceProductTradePrice', [textElement('ram:ChargeAmount', line.price)]),
    ]),
    element('ram:SpecifiedLineTradeDelivery', [
      textElement('ram:BilledQuantity', line.quantity, { unitCode: line.unitCode }),
    ]),
    element('ram:SpecifiedLineTradeSettlement', [
      element('ram:ApplicableTradeTax', [
        textElement('ram:TypeCode', 'VAT'),
        textElement('ram:CategoryCode', line.category),
        percentOf(line),
      ]),
      element('ram:SpecifiedTradeSettlementLineMonetarySummation', [textElement('ram:LineTotalAmount', line.amount)]),
    ]),
  ])

// BR-O-05: a line that is not subject to the tax has no rate. Its breakdown has one, 0 (BR-DE-14).
const percentOf = ({ category, percent }: ElectronicLine) =>
  category === 'O' ? undefined : textElement('ram:RateApplicablePercent', percent)

const partyOf = ({ name, id, legalId, vatId, taxNumber, address, contact, endpoint }: Party) => [
  textElement('ram:ID', id),
  textElement('ram:Name', name),
  element('ram:SpecifiedLegalOrganization', [identifierElement('ram:ID', legalId)]),
  element('ram:DefinedTradeContact', [
    textElement('ram:PersonName', contact?.name),
    element('ram:TelephoneUniversalCommunication', [textElement('ram:CompleteNumber', contact?.phone)]),
    element('ram:EmailURIUniversalCommunication', [textElement('ram:URIID', contact?.email)]),
  ]),
  element('ram:PostalTradeAddress', [
    textElement('ram:PostcodeCode', address.postalCode),
    textElement('ram:LineOne', address.lines[0]),
    textElement('ram:LineTwo', address.lines[1]),
    textElement('ram:LineThree', address.lines[2]),
    textElement('ram:CityName', address.city),
    textElement('ram:CountryID', address.country),
  ]),
  element('ram:URIUniversalCommunication', [identifierElement('ram:URIID', endpoint)]),
  element('ram:SpecifiedTaxRegistration', [textElement('ram:ID', vatId, { schemeID: 'VA' })]),
  element('ram:SpecifiedTaxRegistration', [textElement('ram:ID', taxNumber, { schemeID: 'FC' })]),
]

const settlementOf = (invoice: ElectronicInvoice) =>
  element('ram:ApplicableHeaderTradeSettlement', [
    textElement('ram:PaymentReference', invoice.number),
    textElement('ram:InvoiceCurrencyCode', invoice.currency),
    paymentMeansOf(invoice),
    ...invoice.taxes.map(taxOf),
    periodOf(invoice),
    element('ram:SpecifiedTradePaymentTerms', [
      textElement('ram:Description', invoice.terms),
      element('ram:DueDateDateTime', [dateOf('udt', invoice.dueOn)]),
    ]),
    element('ram:SpecifiedTradeSettlementHeaderMonetarySummation', [
      textElement('ram:LineTotalAmount', invoice.net),
      textElement('ram:TaxBasisTotalAmount', invoice.net),
      textElement('ram:TaxTotalAmount', invoice.tax, { currencyID: invoice.currency }),
      textElement('ram:GrandTotalAmount', invoice.total),
      textElement('ram:DuePayableAmount', invoice.total),
    ]),
    ...invoice.preceding.map(({ number, issuedOn }) =>
      element('ram:InvoiceReferencedDocument', [
        textElement('ram:IssuerAssignedID', number),
        element('ram:FormattedIssueDateTime', [dateOf('qdt', issuedOn)]),
      ]),
    ),
  ])

const periodOf = ({ period }: ElectronicInvoice) =>
  period === null
    ? undefined
    : element('ram:BillingSpecifiedPeriod', [
        element('ram:StartDateTime', [dateOf('udt', period.from)]),
        element('ram:EndDateTime', [dateOf('udt', period.to)]),
      ])

const paymentMeansOf = ({ payment }: ElectronicInvoice) =>
  payment &&
  element('ram:SpecifiedTradeSettlementPaymentMeans', [
    textElement('ram:TypeCode', payment.meansCode),
    element('ram:PayeePartyCreditorFinancialAccount', [
      textElement('ram:IBANID', payment.account?.iban),
      textElement('ram:AccountName', payment.account?.holder),
    ]),
    element('ram:PayeeSpecifiedCreditorFinancialInstitution', [textElement('ram:BICID', payment.account?.bic)]),
  ])

const taxOf = (tax: ElectronicTax) =>
  element('ram:ApplicableTradeTax', [
    textElement('ram:CalculatedAmount', tax.tax),
    textElement('ram:TypeCode', 'VAT'),
    textElement('ram:ExemptionReason', tax.reason),
    textElement('ram:BasisAmount', tax.taxable),
    textElement('ram:CategoryCode', tax.category),
    textElement('ram:ExemptionReasonCode', tax.reasonCode),
    textElement('ram:RateApplicablePercent', tax.percent),
  ])
