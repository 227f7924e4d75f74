import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eInvoiceBeSignature } from '../../testing/access-points/webhooks.ts'
import { pythonJson, readNotice } from './e-invoice-be-notices.ts'

const secret = 'canary4f1c9a7e'
const event = {
  type: 'document.sent',
  id: 'evt-1',
  data: { document_id: 'doc-1' },
  text: '⚡️ New webhook event: "é"\n\u007f',
  created_at: 1_762_780_249,
}
const raw = JSON.stringify(event)
const read = (body: string | Buffer, signature: string | undefined, key = secret) =>
  readNotice({ bytes: Buffer.from(body), header: (name) => (name === 'x-signature' ? signature : undefined) }, key)
const overBody = (body: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

test('a signature over the event as Python writes it counts, and one over the body', () => {
  expect(read(raw, eInvoiceBeSignature(event, secret))).toEqual({ reference: 'doc-1' })
  expect(read(raw, overBody(raw))).toEqual({ reference: 'doc-1' })
})

test('the published signature of the vendor counts', () => {
  const published = {
    document: {
      id: 'doc-1',
      name: 'test.xml',
      type: 'application/xml',
      size: 100,
      url: 'https://example.com/test.xml',
    },
  }
  const signature = 'sha256=6722b498bf28ce7ca5a6f21c0fca9166e24dea480978b276725ff46e503dd70f'
  expect(read(JSON.stringify(published), signature, 'secret')).toEqual({ reference: null })
})

test.each([
  ['another secret', raw, eInvoiceBeSignature(event, 'before')],
  ['other bytes', raw.replace('doc-1', 'doc-2'), eInvoiceBeSignature(event, secret)],
  ['no signature', raw, undefined],
  ['no hexadecimal digits', raw, 'sha256=x'],
  ['another scheme', raw, overBody(raw).replace('sha256', 'md5')],
  ['a body that is not JSON', '{', eInvoiceBeSignature(event, secret)],
  ['a body that is nested too deeply', '['.repeat(30_000) + ']'.repeat(30_000), overBody(raw)],
])('%s is not genuine', (_name, body, signature) => {
  expect(read(body, signature)).toBeUndefined()
})

test('a signed body without a document concerns none', () => {
  for (const body of ['{}', 'null', '{"data":{"document_id":"../x"}}', 'x'])
    expect(read(body, overBody(body))).toEqual({ reference: null })
})

test('JSON as Python writes it is ASCII, sorted by key, and the same value', () =>
  fc.assert(
    fc.property(
      fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
      (value) => {
        const written = pythonJson(value)!
        expect(written).toMatch(/^[ -~]*$/)
        expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(value)))
        const keys = Object.keys(JSON.parse(written) as object).filter((key) => !/^\d+$/.test(key))
        expect(keys).toEqual(keys.toSorted())
      },
    ),
  ))
