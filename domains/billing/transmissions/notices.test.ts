import { describe, expect, test } from 'vitest'
import { accessPointServer, connectAccess, peppolWorld, transmitDue } from '../../../testing/access-points/world.ts'
import { eInvoiceBeSignature } from '../../../testing/access-points/webhooks.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { deliverTo } from '../../../testing/payments/deliver.ts'
import { unchanged } from '../../../testing/refusals.ts'
import { disconnectAccessPoint, getAccessPoint } from './contract.ts'

const { server, test: fake } = await accessPointServer()

/** A workspace whose webhook is registered with the vendor, and an invoice on its way. */
const noticeWorld = async () => {
  const world = await peppolWorld(server)
  const { webhookUrl } = (await world.at.owner.call(getAccessPoint)).body as { webhookUrl: string }
  const registered = await fetch(`${fake.url}/api/webhooks/`, {
    method: 'POST',
    headers: { authorization: 'Bearer key_canary6d1f83c2b7' },
    body: JSON.stringify({ url: webhookUrl, events: ['document.sent', 'document.sent.failed'] }),
  })
  const { id: hook, secret } = (await registered.json()) as { id: string; secret: string }
  await connectAccess(world.at, { apiKey: undefined, environment: undefined, webhookSecret: secret })
  const id = await world.handedOver()
  await transmitDue(server)
  const [row] = await asOwner(server, 'select reference from invoice_transmission where invoice_id = $1', [id])
  const reference = row!.reference as string
  const state = async () => (await world.read(id)).transmissions[0]?.state
  const forgetHook = () => fake.webhooks.delete(hook)
  return { ...world, webhookUrl, secret, id, reference, state, forgetHook }
}

describe('takeAccessPointNotice', () => {
  test('200 makes the server ask, and only its answer changes the state; late, twice and out of order too', async () => {
    const { webhookUrl, reference, state, handOver, id, at, forgetHook } = await noticeWorld()
    const failed = fake.settle(reference, 'FAILED')
    expect(await state()).toBe('handed_over')
    expect(await fake.deliver(failed)).toEqual([{ status: 200, isDelivered: true }])
    expect(await state()).toBe('handed_over')
    await transmitDue(server)
    expect(await state()).toBe('failed')
    await handOver(id)
    await transmitDue(server)
    const sent = fake.settle(reference, 'SENT')
    for (const event of [sent, failed, sent, failed]) await fake.deliver(event)
    await transmitDue(server)
    expect(await state()).toBe('delivered')
    await fake.deliver(failed)
    await transmitDue(server)
    expect(await state()).toBe('delivered')
    expect((await at.owner.call(getAccessPoint)).body.lastNoticeAt).toEqual(expect.any(String))
    expect((await at.eventNames(id)).filter((name) => name === 'client_invoice.delivered')).toHaveLength(1)
    expect(webhookUrl).toContain('/access-point/webhooks/e-invoice-be/')
    forgetHook()
  })

  test('200 for a document of others, and for an event without one, which wake nothing', async () => {
    const { webhookUrl, secret, forgetHook } = await noticeWorld()
    const before = fake.requests.length
    for (const event of [{ data: { document_id: 'doc-other' } }, {}]) {
      const headers = { 'x-signature': eInvoiceBeSignature(event, secret) }
      expect(await deliverTo(webhookUrl, JSON.stringify(event), headers)).toEqual({ status: 200, code: undefined })
    }
    await transmitDue(server)
    expect(fake.requests).toHaveLength(before)
    forgetHook()
  })

  test('400 with another secret, with other bytes, without a signature, and before a secret is stored', async () => {
    const { webhookUrl, secret, reference, forgetHook } = await noticeWorld()
    const event = fake.settle(reference)
    const body = JSON.stringify(event)
    const unsigned = { status: 400, code: 'access_point_notice_not_signed' }
    const send = (text: string, headers: Record<string, string>, url = webhookUrl) =>
      unchanged(server, () => deliverTo(url, text, headers))
    expect(await send(body, { 'x-signature': eInvoiceBeSignature(event, 'before') })).toEqual(unsigned)
    expect(
      await send(`${body} `.replace('sent', 'send'), { 'x-signature': eInvoiceBeSignature(event, secret) }),
    ).toEqual(unsigned)
    expect(await send(body, {})).toEqual(unsigned)
    const other = await peppolWorld(server)
    const { webhookUrl: without } = (await other.at.owner.call(getAccessPoint)).body as { webhookUrl: string }
    expect(await send(body, { 'x-signature': eInvoiceBeSignature(event, secret) }, without)).toEqual(unsigned)
    forgetHook()
  })

  test('200 with the secret of before a change, too', async () => {
    const { webhookUrl, secret, at, forgetHook } = await noticeWorld()
    await connectAccess(at, { apiKey: undefined, environment: undefined, webhookSecret: 'another51aF3c9' })
    for (const by of [secret, 'another51aF3c9'])
      expect((await deliverTo(webhookUrl, '{}', { 'x-signature': eInvoiceBeSignature({}, by) })).status).toBe(200)
    forgetHook()
  })

  test('404 for another address, another driver, and after the disconnection; 413 for too many bytes', async () => {
    const { webhookUrl, secret, at, forgetHook } = await noticeWorld()
    const headers = { 'x-signature': eInvoiceBeSignature({}, secret) }
    const unknown = { status: 404, code: 'access_point_webhook_not_found' }
    expect(await deliverTo(`${webhookUrl}x`, '{}', headers)).toEqual(unknown)
    expect(await deliverTo(webhookUrl.replace('e-invoice-be', 'digiteal'), '{}', headers)).toEqual(unknown)
    expect((await deliverTo(webhookUrl, ' '.repeat(65_537), headers)).status).toBe(413)
    await at.owner.call(disconnectAccessPoint)
    expect(await deliverTo(webhookUrl, '{}', headers)).toEqual(unknown)
    forgetHook()
  })
})
