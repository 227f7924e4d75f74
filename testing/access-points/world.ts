import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import { saveBillingIdentity, saveClientBillingIdentity } from '../../domains/billing/billables/contract.ts'
import { transmit } from '../../domains/billing/transmissions/jobs/transmit.ts'
import {
  connectAccessPoint,
  getClientInvoiceTransmissions,
  handOverClientInvoice,
} from '../../domains/billing/transmissions/contract.ts'
import { chargeFor, issuedOf, wholeBuyer, wholeSeller } from '../billing/billed-work.ts'
import { makeAccount, seatOf } from '../clients/portals.ts'
import { asOwner } from '../database-state.ts'
import { scheduledContext } from '../jobs/scheduled.ts'
import { scene, type Scene } from '../scene.ts'
import { testServer, type TestServer } from '../server.ts'
import type { FakeTenant } from './calls.ts'
import { fakeEInvoiceBe } from './e-invoice-be.ts'

export const accessPointKey = 'key_canary6d1f83c2b7'
const sellerId = '0208:0403170701'
export const buyerId = '0208:0848934496'
const tenant: FakeTenant = { id: 'ten-studio', apiKey: accessPointKey, peppolIds: [sellerId] }

/** A server beside the two addresses of e-invoice.be on loopback, for tests and live. */
export const accessPointServer = async (role: 'server' | 'all' = 'server') => {
  const open = () => fakeEInvoiceBe([tenant], new Set([buyerId]))
  const [test, live] = await Promise.all([open(), open()])
  const server = await testServer({
    ATELIER_ROLE: role,
    ATELIER_ACCESS_POINTS: `e-invoice-be-test=${test.url}, e-invoice-be-live=${live.url}`,
    ATELIER_FETCH_PRIVATE_HOSTS: `${test.host}, ${live.host}`,
  })
  return { server, test, live }
}

const belgian = { line1: '1 Rue Haute', line2: null, postalCode: '1000', city: 'Brussels', country: 'BE' }
const endpointOf = (id: string) => ({ scheme: id.slice(0, 4), value: id.slice(5) })

/** A seller in Belgium who is in the network. */
export const peppolSeller = {
  ...wholeSeller,
  vatId: 'BE0403170701',
  address: belgian,
  electronic: { endpoint: endpointOf(sellerId), legalId: endpointOf(sellerId), notes: [] },
}
const { buyerReference: _none, ...namedBuyer } = wholeBuyer
/** Without the reference that each workspace has of its own: the access point takes equal bytes for one document. */
export const peppolBuyer = {
  ...namedBuyer,
  vatId: 'BE0848934496',
  address: belgian,
  electronic: { endpoint: endpointOf(buyerId), legalId: endpointOf(buyerId), orderReference: null, profile: 'peppol' },
}

/** Connects the access point with the key of the fakes, or with the changes of `change`; gives its state. */
export const connectAccess = async ({ owner }: Scene, change: object = {}) => {
  const body = { driver: 'e-invoice-be', environment: 'test', apiKey: accessPointKey, ...change }
  const reply = await owner.call(connectAccessPoint, { body })
  expect([reply.status, reply.body]).toEqual([200, reply.body])
  return reply.body
}

/** A workspace with an access point, and a client account in the network with a client who has a seat in it. */
export const peppolWorld = async (
  server: TestServer,
  options: {
    readonly environment?: 'test' | 'live' | 'none'
    readonly buyer?: object
    /** Another workspace than a new one. */
    readonly at?: Scene
  } = {},
) => {
  const { environment = 'test', buyer = peppolBuyer } = options
  const at = options.at ?? (await scene(server))
  const account = await makeAccount(at, `Globex ${uuidv7()}`)
  await at.owner.call(saveBillingIdentity, { body: peppolSeller })
  await at.owner.call(saveClientBillingIdentity, {
    clientAccountId: account,
    body: { buyerReference: uuidv7(), ...buyer },
  })
  if (environment !== 'none') await connectAccess(at, { environment })
  const { caller: client, userId } = await at.join('client')
  await seatOf(server, at, account, userId)
  const issued = async (change: object = {}) => issuedOf(at, [await chargeFor(at, account, change)])
  const handOver = (id: string, caller = at.owner) => caller.call(handOverClientInvoice, { id })
  const read = async (id: string, caller = at.owner) =>
    (await caller.call(getClientInvoiceTransmissions, { id })).body as unknown as TransmissionsBody
  /** An invoice that was handed over, and is not sent yet. */
  const handedOver = async () => {
    const id = await issued()
    expect((await handOver(id)).status).toBe(201)
    return id
  }
  return { at, account, client, clientId: userId, issued, handOver, handedOver, read }
}

interface TransmissionsBody {
  readonly environment: string | null
  readonly transmissions: readonly {
    readonly id: string
    readonly state: string
    readonly reason: string | null
    readonly statuses: readonly { readonly state: string; readonly code: string }[]
  }[]
}

/** One turn of the schedule that hands over and asks. */
export const transmitDue = ({ parts }: TestServer) => transmit(parts, scheduledContext)

/** The same as if the pause of that invoice were over. */
export const transmitAfterPause = async (server: TestServer, invoiceId: string) => {
  const over = `update invoice_transmission set next_attempt_at = now()
    where invoice_id = $1 and next_attempt_at is not null`
  await asOwner(server, over, [invoiceId])
  await transmitDue(server)
}
