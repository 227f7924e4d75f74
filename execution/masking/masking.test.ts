import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskingOf, maskText } from './index.ts'

const pem = `-----BEGIN PRIVATE KEY-----\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ+/&<"é>\n'.repeat(20)}-----END PRIVATE KEY-----\n`
const values = ['sk_live_1234567890', 'pass word&ü"\'<x>', pem]

const wrapped = (text: string) => text.replaceAll(/(.{76})/g, '$1\n')
const base64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')
const hexDump = (text: string) => hex(text).replaceAll(/(..)/g, '$1:').slice(0, -1)
const indented = (text: string) => text.replaceAll('\n', '\n    ')

const encodings: readonly (readonly [string, (value: string) => string])[] = [
  ['in clear', (value) => value],
  ['indented', indented],
  ['as JSON', (value) => JSON.stringify({ value })],
  ['as HTML', (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
  ['in a URL', (value) => `https://example.com/?key=${encodeURIComponent(value)}`],
  ['in a form', (value) => new URLSearchParams({ value }).toString()],
  ['as Base64', (value) => wrapped(base64(value))],
  ['as Base64 behind a byte', (value) => wrapped(base64(`a${value}`))],
  ['as Base64 behind two bytes', (value) => base64(`ab${value}cd`)],
  ['as Base64url', (value) => Buffer.from(`user:${value}`).toString('base64url')],
  ['in hexadecimal', (value) => hex(value)],
  ['in capital hexadecimal', (value) => hex(`x${value}`).toUpperCase()],
  ['as a dump', hexDump],
]

/** Whether a text still holds twelve characters in a row of the value, in any of the forms. */
const leaks = (text: string, encoded: string) => {
  const kept = text.replaceAll(/\s/g, '')
  const body = encoded.replaceAll(/\s/g, '')
  const known = 'https://example.com/?key=,{"value":"'
  for (let at = 0; at + 12 <= body.length; at += 1) {
    const part = body.slice(at, at + 12)
    if (!known.includes(part) && kept.includes(part)) return part
  }
  return undefined
}

test.each(encodings)('a value %s is replaced, and the text around it stays', (_name, encode) => {
  const masking = maskingOf(values)
  for (const value of values) {
    const masked = masking.text(`before ${encode(value)} after`)
    expect(masked).toMatch(/^before [^]* after$/)
    expect(masked).toContain(maskText)
    expect(leaks(masked, encode(value))).toBeUndefined()
  }
})

test('chunks cut anywhere produce the same output as the whole', () => {
  const masking = maskingOf(values)
  const noise = fc.string({ maxLength: 40, unit: 'binary' })
  const parts = fc.oneof(noise, fc.tuple(fc.constantFrom(...values), fc.constantFrom(...encodings)))
  const texts = fc
    .array(parts, { maxLength: 6 })
    .map((all) => all.map((part) => (typeof part === 'string' ? part : part[1][1](part[0]))).join('|'))
  fc.assert(
    fc.property(texts, fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1 }), (text, sizes) => {
      const bytes = Buffer.from(text)
      const stream = masking.stream()
      const out: Buffer[] = []
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = sizes[turn % sizes.length]!
        out.push(stream.push(bytes.subarray(at, at + size)))
        at += size
      }
      const whole = Buffer.concat([...out, stream.end()]).toString()
      const once = (masked: string) => masked.replaceAll(/(\[secret\])+/g, maskText)
      expect(once(whole)).toBe(once(masking.text(bytes.toString())))
    }),
    { numRuns: 60 },
  )
})

test('text without a secret passes unchanged, byte for byte', () => {
  const stream = maskingOf(values).stream()
  const bytes = gzipSync(Buffer.from(Array.from({ length: 60_000 }, (_, at) => (at * 7_919) % 251)))
  const text = Buffer.concat([stream.push(bytes), stream.push(Buffer.from('sk_live_12345')), stream.end()])
  expect(text.equals(Buffer.concat([bytes, Buffer.from('sk_live_12345')]))).toBe(true)
  expect(maskingOf([]).text('anything at all')).toBe('anything at all')
})

test('a printed part of a long value is replaced', () => {
  expect(maskingOf([pem]).text(pem.slice(0, 200))).toContain(maskText)
})
