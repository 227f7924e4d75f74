import { bundleFromJSON } from '@sigstore/bundle'
import { toSignedEntity, Verifier as SigstoreVerifier } from '@sigstore/verify'
import { createPublicKey } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  accessPointServer,
  connectAccess,
  peppolBuyer,
  peppolSeller,
  transmitAfterPause,
  transmitDue,
} from '../../../testing/access-points/world.ts'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { chargeFor, draftOf, issuedOf } from '../../../testing/billing/billed-work.ts'
import { hasPython, openPageVerifier } from '../../../testing/billing/page-verifier.ts'
import { makeAccount, makeAccountProject, seatOf } from '../../../testing/clients/portals.ts'
import { fileBlock, mergeUnverified, propose, runCycle } from '../../../testing/delivery.ts'
import { passkeyOf } from '../../../testing/people/passkeys.ts'
import { expectError } from '../../../testing/refusals.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { eraseDetails } from '../../../platform/audit/erase.ts'
import { verifierOf, verifierText } from '../../../platform/audit/note.ts'
import {
  prepareDeliverableDecision,
  publishDeliverable,
  requestDeliverableApproval,
  signDeliverableDecision,
  unpublishDeliverable,
  upsertDeliverable,
} from '../../delivery/deliverables/contract.ts'
import { listAuditCheckpoints } from '../../record/audit/contract.ts'
import { saveBillingIdentity, saveClientBillingIdentity } from '../billables/contract.ts'
import { payClientInvoice } from '../invoices/contract.ts'
import { getClientInvoiceTransmissions, handOverClientInvoice } from '../transmissions/contract.ts'
import { getClientInvoiceProof, getDeliverableProof } from './contract.ts'
import { verifyDelivery } from './verify-delivery.ts'

const { server, live: network } = await accessPointServer('all')

const keysOf = async (at: Scene) => {
  const { body } = await at.owner.call(listAuditCheckpoints)
  return (body.publicKeys as string[]).map((text) => verifierOf(text)!)
}

/** A project of a client in which a cycle was carried out, published, and decided on with a passkey. */
const approved = async () => {
  const at = await scene(server)
  const account = await makeAccount(at)
  const projectId = await mergeUnverified(at.owner, await makeAccountProject(at, account))
  await at.grant(projectId, at.clientId, 'view')
  await seatOf(server, at, account, at.clientId)
  const cycleId = await propose(at.owner, projectId, fileBlock('hours.txt', 'Mon to Fri\n'))
  expect((await runCycle(at.owner, cycleId)).cycle).toMatchObject({ status: 'completed' })
  await at.owner.call(upsertDeliverable, { cycleId, body: { title: 'Opening hours' } })
  await at.owner.call(publishDeliverable, { cycleId })
  const asking = { cycleId, body: { reviewerId: at.clientId } }
  const approvalId = (await at.owner.call(requestDeliverableApproval, asking)).body.id as string
  const passkey = await passkeyOf(server, at.clientId)
  const session = await at.signIn(at.clientId)
  const body = { decision: 'approved' }
  const { statement } = (await session.call(prepareDeliverableDecision, { cycleId, approvalId, body })).body
  const signed = { cycleId, approvalId, body: passkey.sign(statement as string) }
  expect((await session.call(signDeliverableDecision, signed)).status).toBe(200)
  return { at, account, cycleId, approvalId, session }
}

test('a delivery is proved from its run to its invoice, to agency and client, by a bundle that Sigstore accepts', async () => {
  const { at, account, cycleId, approvalId, session } = await approved()
  const charge = await chargeFor(at, account, { source: { kind: 'decision', id: approvalId } })
  const id = await issuedOf(at, [charge])
  const reply = await at.member.call(getClientInvoiceProof, { id })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.dev.sigstore.bundle.v0.3+json',
  ])
  const trust = { verifiers: await keysOf(at), origin: server.baseUrl }
  const file = JSON.parse(reply.body as never) as Record<string, unknown>
  const verdict = await verifyDelivery(file, trust)
  expect(verdict).toMatchObject({ proved: { subject: { name: 'evidence' } } })
  const { proved, open } = 'proved' in verdict ? verdict.proved : expect.fail()
  expect(proved.map((sentence) => sentence.split(' ')[0])).toEqual([
    'Run',
    'Commit',
    'Commit',
    'Revision',
    'The',
    'Billable',
    'Invoice',
    'The',
  ])
  // The passkey was not added in this workspace.
  expect(open).toEqual([expect.stringContaining('where the key')])
  expect((await auditOf(server, at.workspace, id)).at(-1)).toMatchObject({ action: 'client_invoice.prove' })

  const portal = { headers: { 'x-client-portal': at.workspace } }
  const theirs = await session.call(getClientInvoiceProof, { id, ...portal })
  expect(await verifyDelivery(JSON.parse(theirs.body as never), trust)).toMatchObject({ proved: { open } })
  const shown = await session.call(getDeliverableProof, { cycleId, ...portal })
  expect(await verifyDelivery(JSON.parse(shown.body as never), trust)).toMatchObject({
    proved: { subject: { name: 'snapshot' } },
  })

  const x = Buffer.from(trust.verifiers[0]!.publicKey).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const none = { certificateAuthorities: [], timestampAuthorities: [], tlogs: [], ctlogs: [] }
  const material = { ...none, publicKey: () => ({ publicKey: key, validFor: () => true }) }
  const sigstore = new SigstoreVerifier(material, { ctlogThreshold: 0, tlogThreshold: 0, timestampThreshold: 0 })
  expect(() => sigstore.verify(toSignedEntity(bundleFromJSON(file)))).not.toThrow()
  const envelope = file.dsseEnvelope as { payload: string }
  const changed = { ...file, dsseEnvelope: { ...envelope, payload: Buffer.from('{}').toString('base64') } }
  expect(() => sigstore.verify(toSignedEntity(bundleFromJSON(changed)))).toThrow()
})

test('an approved delivery is billed, delivered by the network, answered, paid, and proved to its client', async () => {
  const { at, account, approvalId, session } = await approved()
  await at.owner.call(saveBillingIdentity, { body: peppolSeller })
  await at.owner.call(saveClientBillingIdentity, {
    clientAccountId: account,
    body: { ...peppolBuyer, buyerReference: account },
  })
  await connectAccess(at, { environment: 'live' })
  const id = await issuedOf(at, [await chargeFor(at, account, { source: { kind: 'decision', id: approvalId } })])
  expect((await at.owner.call(handOverClientInvoice, { id })).status).toBe(201)
  await transmitDue(server)
  const [reference] = [...network.documents.keys()]
  network.settle(reference!)
  await transmitAfterPause(server, id)
  network.respond(reference!, 'imr_received', { response_code: 'AP' })
  await transmitAfterPause(server, id)
  const portal = { headers: { 'x-client-portal': at.workspace } }
  const shown = await session.call(getClientInvoiceTransmissions, { id, ...portal })
  expect(shown.body).toMatchObject({ transmissions: [{ state: 'answered', answer: 'AP' }] })
  expect((await at.owner.call(payClientInvoice, { id })).body).toMatchObject({ status: 'paid' })

  const proof = (await session.call(getClientInvoiceProof, { id, ...portal })).body as never as string
  const verifiers = await keysOf(at)
  expect(await verifyDelivery(JSON.parse(proof), { verifiers, origin: server.baseUrl })).toHaveProperty('proved')
  if (!hasPython) return
  const verify = await openPageVerifier()
  expect(await verify(proof, server.baseUrl, verifierText(verifiers[0]!))).toMatch(/: the proof holds$/)
})

test('details that were erased come with the erasure that names them, and an erased issue is not proved', async () => {
  const { at, account, approvalId } = await approved()
  const id = await issuedOf(at, [await chargeFor(at, account, { source: { kind: 'decision', id: approvalId } })])
  const trust = { verifiers: await keysOf(at), origin: server.baseUrl }
  await server.database.within(at.workspace, (tx) => eraseDetails(tx, ({ resourceId }) => resourceId === id))
  const file = (await at.member.call(getClientInvoiceProof, { id })).body as never as string
  expect(await verifyDelivery(JSON.parse(file), trust)).toMatchObject({
    unproved: { gap: expect.stringContaining('issued') as string },
  })
  if (!hasPython) return
  const verify = await openPageVerifier()
  expect(await verify(file, server.baseUrl, verifierText(trust.verifiers[0]!))).toContain('issue, row')
})

test('404 for a draft, for another client, and for a deliverable that is not published', async () => {
  const { at, account, cycleId } = await approved()
  const draft = await draftOf(at, [await chargeFor(at, account)])
  expectError(await at.owner.call(getClientInvoiceProof, { id: draft }), 404, 'not_found')
  const { caller } = await at.join('client')
  expectError(await caller.call(getClientInvoiceProof, { id: draft }), 404, 'not_found')
  expectError(await caller.call(getDeliverableProof, { cycleId }), 404, 'not_found')
  await at.owner.call(unpublishDeliverable, { cycleId })
  expectError(await at.client.call(getDeliverableProof, { cycleId }), 404, 'not_found')
})
