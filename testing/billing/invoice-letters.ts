import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect } from 'vitest'
import { saveBillingIdentity, saveClientBillingIdentity } from '../../domains/billing/billables/contract.ts'
import { listClientInvoiceLetters, sendClientInvoice } from '../../domains/billing/invoice-letters/contract.ts'
import { createClientInvoiceDraft, issueClientInvoice } from '../../domains/billing/invoices/contract.ts'
import { decideDeliverableApproval } from '../../domains/delivery/deliverables/contract.ts'
import { chargeFor, draftBody, wholeBuyer, wholeSeller } from './billed-work.ts'
import { askedIn, publishedIn } from '../runs/deliverables.ts'
import { paymentServer } from '../payments/world.ts'
import { makeAccount, makeAccountProject } from '../clients/portals.ts'
import { unchanged } from '../refusals.ts'
import { scene } from '../scene.ts'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

/** Where invoices of `letterWorld` go. */
export const recipient = 'billing@globex.example'

/** A server beside a mail server on loopback, which refuses every recipient while `gate` has an answer. */
export const letterServer = async () => {
  const taken: Email[] = []
  const gate: { answer: Error | undefined } = { answer: undefined }
  const taker = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    onRcptTo: (_address, _session, done) => done(gate.answer),
    onData: (stream, _session, done) => {
      const keep = async () => void taken.push(await PostalMime.parse(await buffer(stream)))
      keep().then(() => done(), done)
    },
  })
  taker.listen(0, '127.0.0.1')
  await once(taker.server, 'listening')
  const { port } = taker.server.address() as { readonly port: number }
  afterAll(() => new Promise<void>((resolve) => taker.close(resolve)))
  const { server } = await paymentServer({
    ATELIER_SMTP_URL: `smtp://127.0.0.1:${port}`,
    ATELIER_MAIL_FROM: 'Atelier <mail@example.com>',
  })
  return { server, taken, gate }
}

type LetterWorld = Awaited<ReturnType<typeof letterWorld>>

/** A workspace with a client account whose invoices have all that they need; `buyer` is its billing identity. */
export const letterWorld = async (server: TestServer, buyer: object = wholeBuyer) => {
  const at = await scene(server)
  const account = await makeAccount(at)
  await at.owner.call(saveBillingIdentity, { body: wholeSeller })
  await at.owner.call(saveClientBillingIdentity, { clientAccountId: account, body: buyer })
  const issued = async (draft: object = {}, charge: object = {}) =>
    issuedOf([await chargeFor(at, account, charge)], draft)
  const issuedOf = async (billableIds: readonly string[], draft: object = {}) => {
    const body = draftBody(billableIds, { buyerBillingEmail: recipient, ...draft })
    const id = (await at.owner.call(createClientInvoiceDraft, { body })).body.id as string
    expect((await at.owner.call(issueClientInvoice, { id })).status).toBe(200)
    return id
  }
  const send = (id: string, caller = at.owner) => caller.call(sendClientInvoice, { id })
  const refused = (id: string, caller = at.owner) => unchanged(server, () => send(id, caller))
  const sendProved = (id: string) => at.owner.call(sendClientInvoice, { id, body: { withEvidence: true } })
  const letters = async (id: string) => (await at.member.call(listClientInvoiceLetters, { id })).body
  return { at, account, issued, issuedOf, send, sendProved, refused, letters }
}

/** An issued invoice of work that a client approved by a click, with a text of the agency's own. */
export const proved = async (server: TestServer, { at, account, issuedOf }: LetterWorld) => {
  const projectId = await makeAccountProject(at, account)
  await at.grant(projectId, at.clientId, 'view')
  const cycleId = await publishedIn(server, at, projectId)
  const approvalId = await askedIn(server, cycleId, at.clientId)
  const body = { decision: 'approved', comment: 'Planted comment' }
  expect((await at.client.call(decideDeliverableApproval, { cycleId, approvalId, body })).status).toBe(200)
  await asOwner(server, `update cycle set title = 'Planted title' where id = $1`, [cycleId])
  const id = await issuedOf([await chargeFor(at, account, { source: { kind: 'decision', id: approvalId } })])
  return { id, cycleId, approvalId }
}
