import { expect, test } from 'vitest'
import { chargeFor, draftOf, issuedOf, nobody, wholeBuyer, wholeSeller } from '../../../testing/billing/billed-work.ts'
import { pixelBase64 } from '../../../testing/ai/pixel.ts'
import { makeAccount } from '../../../testing/clients/portals.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { publishWorkspaceBrandKit } from '../../accounts/brand/contract.ts'
import { saveBillingIdentity, saveClientBillingIdentity } from '../billables/contract.ts'
import { payClientInvoice, voidClientInvoice } from '../invoices/contract.ts'
import { getClientInvoicePdf } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const world = await scene(server)
const { owner, member } = world
const clientAccountId = await makeAccount(world)
await owner.call(saveBillingIdentity, { body: wholeSeller })
await owner.call(saveClientBillingIdentity, { clientAccountId, body: wholeBuyer })
const charge = (change: object = {}) => chargeFor(world, clientAccountId, change)
const issued = async (change: object = {}) => issuedOf(world, [await charge(change)])
const refused = (id: string) => unchanged(server, () => owner.call(getClientInvoicePdf, { id }))

const readPdf = async (id: string) => {
  const reply = await member.open(getClientInvoicePdf, { id })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return Buffer.from(await reply.arrayBuffer()).toString('latin1')
}

test('200 is the same document, with brand, identity and time zone of its issue, also after they changed', async () => {
  const publish = (draft: object) => owner.call(publishWorkspaceBrandKit, { body: { draft, portalEnabled: false } })
  const logo = { contentBase64: pixelBase64 }
  await publish({ name: 'Northwind', logo, colors: { primary: '#ffff00' } })
  const id = await issued()
  const before = await readPdf(id)
  expect(before).toContain('<fx:ConformanceLevel>EN 16931<')
  await publish({ name: 'Other' })
  await owner.call(saveBillingIdentity, { body: { ...nobody, legalName: 'Other' } })
  // At any time of the day, one of these has another day than UTC.
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC']) {
    await asOwner(server, 'update workspace set time_zone = $2 where id = $1', [world.workspace, zone])
    expect(await readPdf(id)).toBe(before)
  }
  await owner.call(saveBillingIdentity, { body: wholeSeller })
})

test('200 of a paid or void invoice is another page; a void one carries no electronic invoice', async () => {
  const paid = await issued()
  const voided = await issued()
  const before = await readPdf(paid)
  await owner.call(payClientInvoice, { id: paid })
  expect(await readPdf(paid)).not.toBe(before)
  await owner.call(voidClientInvoice, { id: voided, body: { reason: 'Wrong' } })
  expect(await readPdf(voided)).not.toContain('factur-x.xml')
})

test('200 without an electronic invoice if it cannot be made', async () => {
  const at = await scene(server)
  const id = await issuedOf(at, [await chargeFor(at, await makeAccount(at), { currency: 'KWD' })])
  const reply = await at.owner.open(getClientInvoicePdf, { id })
  const text = Buffer.from(await reply.arrayBuffer()).toString('latin1')
  expect([reply.status, text.includes('factur-x.xml')]).toEqual([200, false])
})

test('415 outside Latin-1 names field and characters; 200 where all scripts are allowed, as far as a font has them', async () => {
  const id = await issued({ description: 'Öffnungszeiten – عربي' })
  const reply = await refused(id)
  expectError(reply, 415, 'invoice_not_encodable')
  expect(reply.body).toMatchObject({ field: 'lines[0].description', characters: ['–', 'ع', 'ر', 'ب', 'ي'] })
  const chinese = await issued({ description: '营业时间 🙂' })
  const hieroglyph = await issued({ description: 'Done 𓀀' })
  await owner.call(saveBillingIdentity, { body: { ...wholeSeller, allScripts: true } })
  await readPdf(id)
  await readPdf(chinese)
  expect((await refused(hieroglyph)).body).toMatchObject({ field: 'lines[0].description', characters: ['𓀀'] })
  await owner.call(saveBillingIdentity, { body: wholeSeller })
})

test('409 for a draft, for a voided invoice, and for totals that do not match the lines', async () => {
  const draft = await draftOf(world, [await charge()])
  expectError(await refused(draft), 409, 'invoice_not_issued')
  await owner.call(voidClientInvoice, { id: draft, body: { reason: 'Wrong' } })
  expectError(await refused(draft), 409, 'invoice_not_issued')
  const id = await issued()
  await asOwner(server, 'alter table client_invoice disable trigger client_invoice_change')
  await asOwner(server, 'update client_invoice set net_minor = 9999, total_minor = 11899 where id = $1', [id])
  await asOwner(server, 'alter table client_invoice enable trigger client_invoice_change')
  expectError(await refused(id), 409, 'invoice_not_reconciled')
})
