import { createHash } from 'node:crypto'
import { parseXml, XmlElement } from '@rgrove/parse-xml'
import { expect, test } from 'vitest'
import {
  chargeFor,
  draftBody,
  draftOf,
  issuedOf,
  noBuyer,
  nobody,
  wholeBuyer,
  wholeSeller,
} from '../../../testing/billing/billed-work.ts'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { makeAccount } from '../../../testing/clients/portals.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { correctBillable, saveBillingIdentity, saveClientBillingIdentity } from '../billables/contract.ts'
import {
  createClientInvoiceDraft,
  getClientInvoice,
  issueClientInvoice,
  voidClientInvoice,
} from '../invoices/contract.ts'
import { getClientInvoiceEvidence } from '../evidence/contract.ts'
import { getClientInvoicePdf, getClientInvoiceXml } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = await scene(server)
const { owner, member } = world
const clientAccountId = await makeAccount(world)
await owner.call(saveBillingIdentity, { body: wholeSeller })
await owner.call(saveClientBillingIdentity, { clientAccountId, body: wholeBuyer })
const charge = (change: object = {}) => chargeFor(world, clientAccountId, change)
const issued = async (change: object = {}) => issuedOf(world, [await charge(change)])
const refused = (id: string) => unchanged(server, () => owner.call(getClientInvoiceXml, { id }))

const readXml = async (id: string) => {
  const reply = await member.open(getClientInvoiceXml, { id })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/xml'])
  return parseXml(await reply.text()).root!
}

/** The texts at a path of names without their namespaces. */
const textsAt = (root: XmlElement, path: string): string[] =>
  path
    .split('/')
    .reduce<XmlElement[]>(
      (found, name) =>
        found.flatMap(({ children }) =>
          children.filter((child) => child instanceof XmlElement && child.name.endsWith(`:${name}`)),
        ) as XmlElement[],
      [root],
    )
    .map(({ text }) => text)

test('the audit row of the issue has the hashes of the PDF, the electronic invoice and the evidence', async () => {
  const id = await issued()
  const [row] = (await auditOf(server, world.workspace, id)).filter(({ action }) => action === 'client_invoice.issue')
  const xml = await (await member.open(getClientInvoiceXml, { id })).text()
  const pdf = Buffer.from(await (await member.open(getClientInvoicePdf, { id })).arrayBuffer())
  const { sha256 } = (await member.call(getClientInvoiceEvidence, { id })).body
  expect(row).toMatchObject({
    details: {
      pdfSha256: createHash('sha256').update(pdf).digest('hex'),
      xmlProfile: 'en16931',
      xmlSha256: createHash('sha256').update(xml).digest('hex'),
      evidenceSha256: sha256,
      linesSha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    },
  })
})

test('200 is UBL with both parties, their identifiers, the payment account, and every total', async () => {
  const address = '2 Quay Road\n75001 Paris\nFR'
  const body = draftBody([await charge({ quantity: '1.5', description: 'Tom & Jerry <b>\nof May\nand June' })], {
    buyerAddress: address,
  })
  const id = (await owner.call(createClientInvoiceDraft, { body })).body.id as string
  const { invoiceNumber } = (await owner.call(issueClientInvoice, { id })).body
  const root = await readXml(id)
  const at = (path: string) => textsAt(root, path)
  expect([root.name, at('ID'), at('InvoiceTypeCode'), at('BuyerReference')]).toEqual([
    'Invoice',
    [invoiceNumber],
    ['380'],
    ['PO-2207'],
  ])
  expect(at('AccountingSupplierParty/Party/PartyTaxScheme/CompanyID')).toEqual(['DE123456788', '12/345/67890'])
  expect(at('AccountingCustomerParty/Party/PostalAddress/CityName')).toEqual(['Paris'])
  expect(at('AccountingCustomerParty/Party/PostalAddress/Country/IdentificationCode')).toEqual(['FR'])
  expect(at('PaymentMeans/PayeeFinancialAccount/ID')).toEqual(['DE89370400440532013000'])
  expect(at('InvoiceLine/Item/Name')).toEqual(['Tom & Jerry <b>'])
  expect(at('InvoiceLine/Item/Description')).toEqual(['of May\nand June'])
  expect(at('LegalMonetaryTotal/PayableAmount')).toEqual(['178.50'])
  expect(at('TaxTotal/TaxSubtotal/TaxCategory/Percent')).toEqual(['19'])
})

test('200 keeps the values at the issue, and writes an address without parts line by line', async () => {
  const at = await scene(server)
  const account = await makeAccount(at)
  await at.owner.call(saveBillingIdentity, { body: wholeSeller })
  await at.owner.call(saveClientBillingIdentity, { clientAccountId: account, body: wholeBuyer })
  const id = await issuedOf(at, [await chargeFor(at, account)])
  const read = async () => (await at.owner.open(getClientInvoiceXml, { id })).text()
  const before = await read()
  await at.owner.call(saveBillingIdentity, { body: { ...nobody, legalName: 'Other' } })
  await at.owner.call(saveClientBillingIdentity, { clientAccountId: account, body: noBuyer })
  expect(await read()).toBe(before)
  expect(before).toContain('<cbc:StreetName>2 Quay Road, Hamburg</cbc:StreetName><cac:Country>')
})

test('200 has an address by its parts if its text is that of the parts, with the country by its name too', async () => {
  for (const country of ['FR', 'France', 'Frankreich']) {
    const body = draftBody([await charge()], { buyerAddress: `2 Quay Road\n75001 Paris\n${country}` })
    const { id } = (await owner.call(createClientInvoiceDraft, { body })).body
    await owner.call(issueClientInvoice, { id })
    const root = await readXml(id)
    expect(textsAt(root, 'AccountingCustomerParty/Party/PostalAddress/CityName')).toEqual(['Paris'])
  }
})

test('200 of a credit note is positive and names the corrected invoice; of a replacement, the replaced one', async () => {
  const billed = await charge()
  const first = await issuedOf(world, [billed])
  const correction = { description: 'Less than agreed', quantity: '-0.5', unitPriceMinor: 10_000 }
  const back = (await owner.call(correctBillable, { id: billed, body: correction })).body.id as string
  const credit = await readXml(await issuedOf(world, [back]))
  const numberIn = (root: XmlElement) => textsAt(root, 'ID')[0]!
  const original = numberIn(await readXml(first))
  const reference = 'BillingReference/InvoiceDocumentReference/ID'
  expect([credit.name, textsAt(credit, reference), textsAt(credit, 'LegalMonetaryTotal/PayableAmount')]).toEqual([
    'CreditNote',
    [original],
    ['59.50'],
  ])
  expect(textsAt(credit, 'CreditNoteLine/CreditedQuantity')).toEqual(['0.5'])
  const again = await charge()
  const replaced = await issuedOf(world, [again])
  const number = numberIn(await readXml(replaced))
  await owner.call(voidClientInvoice, { id: replaced, body: { reason: 'Wrong' } })
  expectError(await refused(replaced), 409, 'invoice_is_void')
  const body = draftBody([again], { replacesInvoiceId: replaced })
  const next = (await owner.call(createClientInvoiceDraft, { body })).body.id as string
  await owner.call(issueClientInvoice, { id: next })
  expect(textsAt(await readXml(next), reference)).toEqual([number])
})

test('409 names the fields that were missing when it was issued', async () => {
  const at = await scene(server)
  const account = await makeAccount(at)
  const id = await issuedOf(at, [await chargeFor(at, account)])
  const reply = await unchanged(server, () => at.owner.call(getClientInvoiceXml, { id }))
  expectError(reply, 409, 'invoice_lacks_fields')
  expect(reply.body.which).toEqual(['sellerLegalName', 'sellerPostalAddress', 'buyerPostalAddress', 'sellerVatId'])
})

test('409 for a draft, for three decimals, and for totals that do not match the lines', async () => {
  expectError(await refused(await draftOf(world, [await charge()])), 409, 'invoice_not_issued')
  expectError(await refused(await issued({ currency: 'KWD' })), 409, 'invoice_in_thousandths')
  const id = await issued()
  await asOwner(server, 'alter table client_invoice disable trigger client_invoice_change')
  await asOwner(server, 'update client_invoice set net_minor = 9999, total_minor = 11899 where id = $1', [id])
  await asOwner(server, 'alter table client_invoice enable trigger client_invoice_change')
  expectError(await refused(id), 409, 'invoice_not_reconciled')
})

test('409 for goods that go to another member state, and for the category O beside another category', async () => {
  const taxClasses = [
    { name: 'goods', category: 'K', rateBps: 0, reason: 'Intra-community supply' },
    { name: 'none', category: 'O', rateBps: 0, reason: 'Not subject to tax' },
  ]
  await owner.call(saveBillingIdentity, { body: { ...wholeSeller, taxClasses } })
  expectError(await refused(await issued({ taxClass: 'goods' })), 409, 'invoice_delivery_unknown')
  const mixed = await issuedOf(world, [await charge({ taxClass: 'none' }), await charge()])
  expectError(await refused(mixed), 409, 'invoice_mixes_untaxed')
})

test('a draft names its obstacles to each profile before its issue, and gets the profile of the client', async () => {
  const at = await scene(server)
  const account = await makeAccount(at)
  const country = { ...wholeSeller.address, country: 'BE' }
  const identifier = { scheme: '0208', value: '0403170701' }
  const identified = { endpoint: identifier, legalId: identifier }
  await at.owner.call(saveBillingIdentity, { body: { ...wholeSeller, address: country } })
  const buyer = { ...wholeBuyer, buyerReference: null, address: country }
  const electronic = { ...identified, orderReference: null, profile: 'peppol' }
  await at.owner.call(saveClientBillingIdentity, { clientAccountId: account, body: { ...buyer, electronic } })
  const body = draftBody([await chargeFor(at, account)], { orderReference: 'PO-9' })
  const draft = await at.owner.call(createClientInvoiceDraft, { body })
  const lacks = async () => {
    const read = await at.owner.call(getClientInvoice, { id: draft.body.id })
    return Object.fromEntries(
      (read.body.electronicProfiles as { profile: string; which: string[] }[]).map(({ profile, which }) => [
        profile,
        which,
      ]),
    )
  }
  expect(await lacks()).toMatchObject({ en16931: [], peppol: ['sellerElectronic.endpoint'] })
  const wrong = { ...identified, endpoint: { ...identifier, value: '0403170702' }, notes: [] }
  const refusedIdentity = await unchanged(server, () =>
    at.owner.call(saveBillingIdentity, { body: { ...wholeSeller, electronic: wrong } }),
  )
  expect(refusedIdentity.body).toMatchObject({ fields: [{ path: 'electronic.endpoint.value', rule: 'identifier' }] })
  const saved = { ...wholeSeller, address: country, electronic: { ...identified, notes: [] } }
  await at.owner.call(saveBillingIdentity, { body: saved })
  // A request of a program that does not know the field leaves it.
  await at.owner.call(saveBillingIdentity, { body: { ...wholeSeller, address: country } })
  expect(await lacks()).toMatchObject({ peppol: [] })
  const { body: issuedOne } = await at.owner.call(issueClientInvoice, { id: draft.body.id })
  expect(issuedOne).toMatchObject({ sellerElectronic: saved.electronic, buyerElectronic: { orderReference: 'PO-9' } })
  const read = async (query: Readonly<Record<string, string>>) =>
    (await at.owner.open(getClientInvoiceXml, { id: draft.body.id, query })).text()
  const chosen = parseXml(await read({})).root!
  expect(textsAt(chosen, 'CustomizationID')[0]).toContain('urn:fdc:peppol.eu')
  expect(textsAt(chosen, 'OrderReference/ID')).toEqual(['PO-9'])
  expect(textsAt(chosen, 'AccountingSupplierParty/Party/EndpointID')).toEqual(['0403170701'])
  const plain = parseXml(await read({ profile: 'en16931' })).root!
  expect(textsAt(plain, 'CustomizationID')).toEqual(['urn:cen.eu:en16931:2017'])
  const french = await at.owner.call(getClientInvoiceXml, { id: draft.body.id, query: { profile: 'franceCtc' } })
  expectError(french, 409, 'invoice_lacks_fields')
})
