import {
  createBillable,
  saveBillingIdentity,
  saveClientBillingIdentity,
  writeOffBillable,
} from '../../../domains/billing/billables/contract.ts'
import { sendClientInvoice } from '../../../domains/billing/invoice-letters/contract.ts'
import {
  createClientInvoiceDraft,
  getClientInvoice,
  issueClientInvoice,
  payClientInvoice,
  voidClientInvoice,
} from '../../../domains/billing/invoices/contract.ts'
import type { ClientFirm } from './client-firm.ts'
import { dayOf, daysAfter, type Seeding } from './seeding.ts'

interface Charge {
  readonly description: string
  readonly hours: string
  /** The decision of the client that approved the work; without one it is an entry. */
  readonly decisionId?: string
}

interface InvoicePlan {
  readonly charges: readonly Charge[]
  readonly dueInDays: number
  /** The days of the service, counted from today. */
  readonly service: readonly [number, number]
  readonly replacesInvoiceId?: string
}

const hourCents = 9_500
const buyerBillingEmail = 'accounts@larkspur.example'
const buyerAddress = '4 Mill Lane, 20099 Hamburg'

/** Invoices of the client in every state: paid, overdue, sent, issued, void, and a draft that replaces the void one. */
export const seedInvoices = async (
  seeding: Seeding,
  { accountId }: ClientFirm,
  { decisionId }: { readonly decisionId: string },
): Promise<{ readonly paidInvoiceId: string }> => {
  const { client, now } = seeding
  await seedIdentities(seeding, accountId)
  const paid = await issued(seeding, accountId, {
    charges: [{ description: 'Opening hours on the page', hours: '7.5', decisionId }],
    dueInDays: 14,
    service: [-20, -16],
  })
  await client.call(payClientInvoice, {
    params: { id: paid },
    body: { paidAt: now.toISOString(), paymentReference: 'Statement 7, line 3' },
  })
  await issued(seeding, accountId, {
    charges: [
      { description: 'Workshop: which products the page lists', hours: '4' },
      { description: 'Photographs of eleven products', hours: '6' },
    ],
    dueInDays: -12,
    service: [-48, -44],
  })
  const sent = await issued(seeding, accountId, {
    charges: [{ description: 'Support and small changes', hours: '5.5' }],
    dueInDays: 14,
    service: [-15, -2],
  })
  await client.call(sendClientInvoice, { params: { id: sent }, body: {} })
  await issued(seeding, accountId, {
    charges: [{ description: 'Hosting plan and backups, reviewed', hours: '2' }],
    dueInDays: 30,
    service: [-6, -5],
  })
  await replaced(seeding, accountId)
  await charge(seeding, accountId, { description: 'Concept for orders of birthday cakes', hours: '3' })
  return { paidInvoiceId: paid }
}

/** An invoice that is void since it billed too many hours, whose charge is written off, and the draft in its place. */
const replaced = async (seeding: Seeding, accountId: string) => {
  const { client } = seeding
  const plan = { dueInDays: 21, service: [-9, -8] } as const
  const wrong = await issued(seeding, accountId, {
    ...plan,
    charges: [{ description: 'Tickets at the door, first version', hours: '16' }],
  })
  const reason = 'Twice the hours'
  await client.call(voidClientInvoice, { params: { id: wrong }, body: { reason } })
  const { lines } = await client.call(getClientInvoice, { params: { id: wrong } })
  for (const { billableId } of lines)
    await client.call(writeOffBillable, { params: { id: billableId }, body: { reason } })
  await drafted(seeding, accountId, {
    ...plan,
    charges: [{ description: 'Tickets at the door', hours: '8' }],
    replacesInvoiceId: wrong,
  })
}

const charge = async (
  { client }: Seeding,
  clientAccountId: string,
  { description, hours, decisionId }: Charge,
): Promise<string> => {
  const source = decisionId === undefined ? { kind: 'entry', id: null } : { kind: 'decision', id: decisionId }
  const { id } = await client.call(createBillable, {
    body: {
      clientAccountId,
      currency: 'EUR',
      taxClass: 'Standard',
      description,
      quantity: hours,
      unit: 'hour',
      unitPriceMinor: hourCents,
      source: source as { readonly kind: 'entry' | 'decision'; readonly id: string | null },
    },
  })
  return id
}

const drafted = async (seeding: Seeding, accountId: string, plan: InvoicePlan): Promise<string> => {
  const { client, now } = seeding
  const billableIds: string[] = []
  for (const one of plan.charges) billableIds.push(await charge(seeding, accountId, one))
  const [from, to] = plan.service
  const { id } = await client.call(createClientInvoiceDraft, {
    body: {
      billableIds,
      buyerAddress,
      buyerBillingEmail,
      dueAt: daysAfter(now, plan.dueInDays).toISOString(),
      serviceFrom: dayOf(daysAfter(now, from)),
      serviceTo: dayOf(daysAfter(now, to)),
      ...(plan.replacesInvoiceId !== undefined && { replacesInvoiceId: plan.replacesInvoiceId }),
    },
  })
  return id
}

const issued = async (seeding: Seeding, accountId: string, plan: InvoicePlan): Promise<string> => {
  const id = await drafted(seeding, accountId, plan)
  await seeding.client.call(issueClientInvoice, { params: { id }, body: {} })
  return id
}

const seedIdentities = async ({ client }: Seeding, clientAccountId: string) => {
  await client.call(saveBillingIdentity, {
    body: {
      legalName: 'Northwind Studio GmbH (invented)',
      address: { line1: '1 Harbour Street', line2: null, postalCode: '20457', city: 'Hamburg', country: 'DE' },
      vatId: 'DE123456788',
      taxNumber: '12/345/67890',
      bankAccount: { iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX', holder: 'Northwind Studio GmbH' },
      contact: { name: 'Ada Northwind', email: 'accounts@northwind.example', phone: '+49 40 123456' },
      paymentTerms: 'Payable by the due date, without deduction',
      taxClasses: [{ name: 'Standard', category: 'S', rateBps: 1_900, reason: null }],
      numberFormat: null,
      allScripts: false,
    },
  })
  await client.call(saveClientBillingIdentity, {
    params: { clientAccountId },
    body: {
      legalName: 'Larkspur Bakery Ltd (invented)',
      address: { line1: '4 Mill Lane', line2: null, postalCode: '20099', city: 'Hamburg', country: 'DE' },
      vatId: null,
      contact: { name: 'Grace Marlow', email: buyerBillingEmail, phone: null },
      language: 'en',
      buyerReference: 'PO-2207',
    },
  })
}
