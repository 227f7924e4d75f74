import { describe, expect, test } from 'vitest'
import { accessPointKey, accessPointServer, connectAccess, peppolWorld } from '../../../testing/access-points/world.ts'
import { auditOf, wholeChain } from '../../../testing/audit/audit-chain.ts'
import { racing } from '../../../testing/racing.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { connectAccessPoint, disconnectAccessPoint, getAccessPoint } from './contract.ts'

const { server, test: testFake, live } = await accessPointServer()
const nothing = {
  driver: null,
  environment: null,
  apiKeyEnding: null,
  hasWebhookSecret: false,
  webhookUrl: null,
  lastNoticeAt: null,
  connectedAt: null,
}
const secret = 'canary51aF3c9webhook'

describe('connectAccessPoint', () => {
  test('200 keeps keys in the vault, shows none, and returns the address of the webhook', async () => {
    const at = await scene(server)
    expect((await at.owner.call(getAccessPoint)).body).toEqual(nothing)
    const first = await connectAccess(at)
    expect(first).toMatchObject({ driver: 'e-invoice-be', environment: 'test', apiKeyEnding: 'c2b7' })
    expect(first.webhookUrl).toMatch(
      new RegExp(`^${server.baseUrl}/v1/api/client-billing/access-point/webhooks/e-invoice-be/[A-Za-z0-9_-]{43}$`),
    )
    const body = { driver: 'e-invoice-be', webhookSecret: secret }
    const changed = await at.owner.call(connectAccessPoint, { body })
    expect(changed.body).toEqual({ ...first, hasWebhookSecret: true })
    expect((await at.owner.call(getAccessPoint)).body).toEqual(changed.body)
    const kept = JSON.stringify([await at.rows('access_point_connection'), await wholeChain(server, at.workspace)])
    const token = (first.webhookUrl as string).split('/').at(-1)!
    for (const hidden of [accessPointKey, secret, token]) expect(kept).not.toContain(hidden)
    const [row] = await at.rows('access_point_connection')
    expect(await auditOf(server, at.workspace, row!.id as string)).toMatchObject([
      { action: 'access_point.connect', details: { driver: 'e-invoice-be', environment: 'test', changed: ['apiKey'] } },
      { action: 'access_point.connect', details: { changed: ['webhookSecret'] } },
    ])
    expect(await at.eventNames(row!.id as string)).toEqual(['access_point.connected', 'access_point.connected'])
    expect([...testFake.requests, ...live.requests]).toEqual([])
  })

  test('200 once for callers at once, for test or for live', async () => {
    const at = await scene(server)
    const environments = ['test', 'live']
    const { statuses } = await racing(2, (nth) =>
      at.owner.call(connectAccessPoint, {
        body: { driver: 'e-invoice-be', environment: environments[nth]!, apiKey: accessPointKey },
      }),
    )
    expect(statuses).toEqual({ 200: 1, 409: 1 })
  })

  test.each([
    [{ driver: 'e-invoice-be', apiKey: accessPointKey }],
    [{ driver: 'e-invoice-be', environment: 'test' }],
    [{ driver: 'e-invoice-be', environment: 'dev', apiKey: accessPointKey }],
    [{ driver: 'e-invoice-be', environment: 'live', apiKey: 'a\r\nx: y' }],
    [{ driver: 'other', environment: 'live', apiKey: accessPointKey }],
  ])('400 for %j', async (body) => {
    const at = await scene(server)
    const reply = await unchanged(server, () => at.owner.call(connectAccessPoint, { body }))
    expectError(reply, 400, 'invalid_request')
  })

  test('409 for making a test connection live', async () => {
    const at = await scene(server)
    await connectAccess(at)
    const body = { driver: 'e-invoice-be', environment: 'live', apiKey: accessPointKey }
    const reply = await unchanged(server, () => at.owner.call(connectAccessPoint, { body }))
    expectError(reply, 409, 'other_access_point_connected')
  })
})

describe('disconnectAccessPoint', () => {
  test('200 removes the keys, ends unsent transmissions, and lets the other environment be connected', async () => {
    const { at, handedOver, read } = await peppolWorld(server)
    const id = await handedOver()
    expect((await at.owner.call(disconnectAccessPoint)).body).toEqual(nothing)
    expect(await at.rows('access_point_connection')).toMatchObject([
      { api_key_ciphertext: null, webhook_ciphertext: null, token_hash: null },
    ])
    const [transmission] = (await read(id)).transmissions
    expect(transmission).toMatchObject({ state: 'failed', reason: 'disconnected' })
    expect((await auditOf(server, at.workspace, id)).at(-1)).toMatchObject({
      action: 'client_invoice.transmit',
      details: { state: 'failed', reason: 'disconnected' },
    })
    expect((await at.eventNames(id)).at(-1)).toBe('client_invoice.hand_over_failed')
    const [row] = await at.rows('access_point_connection')
    expect((await auditOf(server, at.workspace, row!.id as string)).at(-1)).toMatchObject({
      action: 'access_point.disconnect',
      details: { unsent: 1 },
    })
    expect(await connectAccess(at, { environment: 'live' })).toMatchObject({ environment: 'live' })
  })

  test('409 without an access point', async () => {
    const at = await scene(server)
    const reply = await unchanged(server, () => at.owner.call(disconnectAccessPoint))
    expectError(reply, 409, 'access_point_not_connected')
  })
})
