import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { signedHeaders } from './message.ts'

type ReadMessage = (secret: string, headers: object, body: string, now?: number) => unknown

const page = await readFile(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8')
const [, code = ''] = /^```js\n([^]*?)^```$/m.exec(page) ?? []
const { readMessage } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
  readMessage: ReadMessage
}

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`
const at = new Date('2026-03-04T10:15:30.700Z')
const seconds = Math.floor(at.getTime() / 1_000)
const body = JSON.stringify({ type: 'task.merged', data: { id: 'Grüße' } })
const headers = signedHeaders([secretOf(1), secretOf(2)], { messageId: 'a', at, body })

test('the lines of the page read what either secret signed, and nothing else', () => {
  for (const byte of [1, 2]) expect(readMessage(secretOf(byte), headers, body, seconds)).toEqual(JSON.parse(body))
  for (const wrong of [
    () => readMessage(secretOf(3), headers, body, seconds),
    () => readMessage(secretOf(1), headers, `${body} `, seconds),
    () => readMessage(secretOf(1), { ...headers, 'webhook-id': 'b' }, body, seconds),
    () => readMessage(secretOf(1), { ...headers, 'webhook-signature': 'v1,' }, body, seconds),
  ])
    expect(wrong).toThrow('The signature is not ours')
  for (const now of [seconds - 301, seconds + 301, Number.NaN])
    expect(() => readMessage(secretOf(1), headers, body, now)).toThrow('The message is too old')
})

test('a signature matches the published example of the standard', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const example = {
    messageId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
  }
  const signed = signedHeaders([secret], example)
  expect(signed['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  expect(new Webhook(secret).sign(example.messageId, example.at, example.body)).toBe(signed['webhook-signature'])
})
