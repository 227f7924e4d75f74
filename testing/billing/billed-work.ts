import { expect } from 'vitest'
import { createBillable } from '../../domains/billing/billables/contract.ts'
import { createClientInvoiceDraft, issueClientInvoice } from '../../domains/billing/invoices/contract.ts'
import type { Scene } from '../scene.ts'

const charge = {
  currency: 'EUR',
  taxClass: 'standard',
  description: 'Opening hours',
  quantity: '1',
  unit: 'hour',
  unitPriceMinor: 10_000,
  source: { kind: 'entry', id: null },
}

/** The body of a request to bill an hour of 100 euros, with the changes of `change`. */
export const chargeBody = (clientAccountId: string, change: object = {}) => ({ ...charge, clientAccountId, ...change })

/** A charge for a client account; gives its id. */
export const chargeFor = async ({ owner }: Scene, clientAccountId: string, change: object = {}): Promise<string> => {
  const { status, body } = await owner.call(createBillable, { body: chargeBody(clientAccountId, change) })
  expect([status, body]).toEqual([201, body])
  return body.id as string
}

/** The body of a request to draft an invoice of these billables. */
export const draftBody = (billableIds: readonly string[], change: object = {}) => ({
  billableIds,
  buyerAddress: '2 Quay Road, Hamburg',
  dueAt: '2099-04-03T00:00:00.000Z',
  taxRatesBps: { standard: 1_900 },
  ...change,
})

/** A draft of an invoice; gives its id. */
export const draftOf = async ({ owner }: Scene, billableIds: readonly string[]): Promise<string> => {
  const { status, body } = await owner.call(createClientInvoiceDraft, { body: draftBody(billableIds) })
  expect([status, body]).toEqual([201, body])
  return body.id as string
}

/** An issued invoice; gives its id. */
export const issuedOf = async (at: Scene, billableIds: readonly string[]): Promise<string> => {
  const id = await draftOf(at, billableIds)
  const { status, body } = await at.owner.call(issueClientInvoice, { id })
  expect([status, body]).toEqual([200, body])
  return id
}

/** A seller without any fields. */
export const nobody = {
  legalName: null,
  address: null,
  vatId: null,
  taxNumber: null,
  bankAccount: null,
  contact: null,
  paymentTerms: null,
  taxClasses: [],
  numberFormat: null,
  allScripts: false,
}

/** A buyer without any fields. */
export const noBuyer = {
  electronic: null,
  legalName: null,
  address: null,
  vatId: null,
  contact: null,
  language: null,
  buyerReference: null,
}

/** A seller with all fields that documents need. */
export const wholeSeller = {
  ...nobody,
  legalName: 'Northwind GmbH',
  vatId: 'DE123456788',
  taxNumber: '12/345/67890',
  paymentTerms: 'Net 30 days',
  address: { line1: '1 Harbour Street', line2: null, postalCode: '20457', city: 'Hamburg', country: 'DE' },
  bankAccount: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX', holder: null },
  contact: { name: 'Grace Hopper', email: 'accounts@northwind.example', phone: '+49 40 123456' },
}

/** The same for a buyer. */
export const wholeBuyer = {
  ...noBuyer,
  legalName: 'Globex SA',
  vatId: 'FR12345678901',
  buyerReference: 'PO-2207',
  address: { line1: '2 Quay Road', line2: null, postalCode: '75001', city: 'Paris', country: 'FR' },
}
