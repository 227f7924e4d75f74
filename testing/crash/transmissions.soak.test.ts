import { expect, test, vi } from 'vitest'
import {
  createBillable,
  saveBillingIdentity,
  saveClientBillingIdentity,
} from '../../domains/billing/billables/contract.ts'
import { createClientAccount } from '../../domains/accounts/clients/contract/accounts.ts'
import { createClientInvoiceDraft, issueClientInvoice } from '../../domains/billing/invoices/contract.ts'
import { connectAccessPoint, handOverClientInvoice } from '../../domains/billing/transmissions/contract.ts'
import { fakeEInvoiceBe } from '../access-points/e-invoice-be.ts'
import { accessPointKey, buyerId, peppolBuyer, peppolSeller } from '../access-points/world.ts'
import { chargeBody, draftBody } from '../billing/billed-work.ts'
import type { Caller, Reply } from '../caller.ts'
import { asOwner } from '../database-state.ts'
import { databaseUrl, testDatabase } from '../index.ts'
import { patience } from '../runner/hang-timeout.ts'
import { inOwnDatabase } from './own-database.ts'

/** The requests of a hand-over, in their order. */
const requests = [
  /^GET .*\/outbox\/$/,
  /^GET .*\/drafts\/$/,
  /^POST .*\/documents\/ubl$/,
  /^POST .*\/send$/,
  /^GET .*\/documents\/doc-\w+$/,
  /^GET .*\/timeline$/,
]
const answers = ['none', 'lost answer'] as const
const cluster = databaseUrl((await testDatabase({ empty: true })).url, 'postgres')

test(
  'a process that is killed at each request of a hand-over, before or after it had its effect, sends the invoice once',
  { timeout: 900_000 },
  async () => {
    const tenant = { id: 'ten-studio', apiKey: accessPointKey, peppolIds: ['0208:0403170701'] }
    const fake = await fakeEInvoiceBe([tenant], new Set([buyerId]))
    const settings = {
      ATELIER_ACCESS_POINTS: `e-invoice-be-live=${fake.url}`,
      ATELIER_FETCH_PRIVATE_HOSTS: fake.host,
    }
    await inOwnDatabase(cluster, settings, async ({ start, url }) => {
      const state = async (id: string) =>
        (await asOwner({ databaseUrl: url }, 'select state from invoice_transmission where invoice_id = $1', [id]))[0]
          ?.state
      const goOn = (id: string) =>
        asOwner({ databaseUrl: url }, 'update invoice_transmission set next_attempt_at = now() where invoice_id = $1', [
          id,
        ])
      let running = await start()
      const issued = await issuing(running.owner)
      for (const at of requests)
        for (const answer of answers) {
          const id = await issued(running.owner)
          const seen = fake.requests.length
          fake.troubles.push({ at, answer })
          made(201, await running.owner.call(handOverClientInvoice, { id }))
          await vi.waitUntil(() => fake.troubles.length === 0, patience)
          await running.kill()
          running = await start()
          await goOn(id)
          await vi.waitUntil(async () => (await state(id)) === 'handed_over', patience)
          const [reference] = [...fake.documents.keys()].slice(-1)
          fake.settle(reference!)
          await goOn(id)
          await vi.waitUntil(async () => (await state(id)) === 'delivered', patience)
          const arrived = fake.arrivals.filter(({ documentId }) => documentId === reference)
          const sent = fake.requests.slice(seen).filter(({ path, status }) => path.endsWith('/send') && status === 200)
          expect([at.source, answer, arrived.length, sent.length <= 1]).toEqual([at.source, answer, 1, true])
        }
      const count = requests.length * answers.length
      expect([fake.documents.size, fake.arrivals.length]).toEqual([count, count])
      await running.stop()
    })
  },
)

const made = (expected: number, { status, body }: Reply): Record<string, unknown> => {
  expect([status, body]).toEqual([expected, body])
  return body as Record<string, unknown>
}

/** An access point, a seller and a buyer; gives what issues an invoice for that buyer. */
const issuing = async (owner: Caller) => {
  const body = { driver: 'e-invoice-be', environment: 'live', apiKey: accessPointKey }
  made(200, await owner.call(connectAccessPoint, { body }))
  const { id: account } = made(201, await owner.call(createClientAccount, { body: { name: 'Globex' } }))
  made(200, await owner.call(saveBillingIdentity, { body: peppolSeller }))
  const buyer = { ...peppolBuyer, buyerReference: 'PO-7' }
  made(200, await owner.call(saveClientBillingIdentity, { clientAccountId: account as string, body: buyer }))
  return async (by: Caller) => {
    const charge = made(201, await by.call(createBillable, { body: chargeBody(account as string) }))
    const draft = made(201, await by.call(createClientInvoiceDraft, { body: draftBody([charge.id as string]) }))
    made(200, await by.call(issueClientInvoice, { id: draft.id as string }))
    return draft.id as string
  }
}
