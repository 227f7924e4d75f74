import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { AtelierError } from './errors.ts'
import { readWebhook } from './webhooks.ts'

const secret = `whsec_${btoa('a secret of twenty-four b')}`
const body = JSON.stringify({ type: 'task.merged', timestamp: '2026-03-04T10:15:30.000Z', data: { entityId: 'ä' } })
const sentMs = Date.parse('2026-03-04T10:15:30Z')
const signed = (key = secret, content = body) => ({
  'webhook-id': 'm1',
  'webhook-timestamp': String(sentMs / 1_000),
  'webhook-signature': new Webhook(key).sign('m1', new Date(sentMs), content),
})
const read = (
  headers: Readonly<Record<string, string>>,
  content: string | Uint8Array<ArrayBuffer> = body,
  nowMs = sentMs,
) => readWebhook(secret, { headers, body: content }, { nowMs })
const rejection = { name: 'AtelierError', code: 'webhook_rejected' }

test('a message that another implementation of the standard signed is read, as text, bytes and with Headers', async () => {
  const message = { id: 'm1', type: 'task.merged', data: { entityId: 'ä' } }
  expect(await read(signed())).toMatchObject(message)
  expect(await read(signed(), new TextEncoder().encode(body))).toMatchObject(message)
  const headers = new Headers(signed())
  expect(await readWebhook(secret, { headers, body }, { nowMs: sentMs })).toMatchObject(message)
})

test('one of two signatures, as after a rotation, has to fit', async () => {
  const other = `whsec_${btoa('another secret, the old one')}`
  const two = `${signed(other)['webhook-signature']} ${signed()['webhook-signature']}`
  expect(await read({ ...signed(), 'webhook-signature': two })).toMatchObject({ id: 'm1' })
  await expect(read(signed(other))).rejects.toMatchObject(rejection)
})

test('a message is read for five minutes, into both directions of time', async () => {
  expect(await read(signed(), body, sentMs + 300_000)).toMatchObject({ id: 'm1' })
  await expect(read(signed(), body, sentMs + 300_001)).rejects.toMatchObject(rejection)
  await expect(read(signed(), body, sentMs - 300_001)).rejects.toMatchObject(rejection)
})

test.each<[string, Readonly<Record<string, string>>, string]>([
  ['another body', {}, `${body} `],
  ['another id', { 'webhook-id': 'm2' }, body],
  ['another time', { 'webhook-timestamp': String(sentMs / 1_000 + 1) }, body],
  ['a time that is no number', { 'webhook-timestamp': 'NaN' }, body],
  ['no signature', { 'webhook-signature': '' }, body],
  ['another version', { 'webhook-signature': signed()['webhook-signature'].replace('v1,', 'v2,') }, body],
  ['a signature that is no base64', { 'webhook-signature': 'v1,%%%' }, body],
  ['an empty signature', { 'webhook-signature': 'v1,' }, body],
  [
    'a thousand signatures',
    { 'webhook-signature': `${'v1,AAAA '.repeat(1_000)}${signed()['webhook-signature']}` },
    body,
  ],
])('a message with %s is rejected', async (_what, change, content) => {
  await expect(read({ ...signed(), ...change }, content)).rejects.toMatchObject(rejection)
})

test('a signed message that is no JSON is rejected, and an invalid secret is a mistake', async () => {
  await expect(read(signed(secret, 'no json'), 'no json')).rejects.toBeInstanceOf(AtelierError)
  await expect(readWebhook('', { headers: signed(), body }, { nowMs: sentMs })).rejects.toBeInstanceOf(TypeError)
})
