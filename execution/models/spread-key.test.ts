import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutKeyAside } from './large-text.ts'
import { spreadKeySearch } from './spread-key.ts'
import { placesOf, withoutKey } from './without-key.ts'

const keys = fc.string({
  unit: fc.constantFrom(...Array.from('abcdefxyzABCXYZ0123456789-_.~')),
  minLength: 24,
  maxLength: 48,
})
const writings: Readonly<Record<string, (text: string) => string>> = {
  clear: (text) => text,
  json: (text) => text.replaceAll(/./g, (unit) => `\\u00${unit.charCodeAt(0).toString(16).padStart(2, '0')}`),
  url: (text) => text.replaceAll(/./g, (unit) => `%${unit.charCodeAt(0).toString(16)}`),
  'url in json': (text) => writings.url!(text).replaceAll('%', '\\u0025'),
  base64: (text) => Buffer.from(text).toString('base64'),
}

const piecesOf = (text: string, sizes: readonly number[]) => {
  const pieces: string[] = []
  for (let at = 0, turn = 0; at < text.length; turn += 1) {
    const size = sizes[turn % sizes.length]!
    pieces.push(text.slice(at, at + size))
    at += size
  }
  return pieces
}

/** Events of three shapes, with another text that comes between its pieces. */
const events: Readonly<Record<string, (piece: string) => object[]>> = {
  chat: (content) => [
    { id: 'chatcmpl-1', choices: [{ index: 0, delta: { content } }] },
    { id: 'chatcmpl-1', choices: [{ index: 0, delta: { reasoning_content: 'between' } }] },
  ],
  messages: (text) => [
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'other' } },
    { type: 'ping' },
  ],
  responses: (delta) => [{ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta }],
}
const textOf = (event: string): string => {
  const value = JSON.parse(event) as {
    choices?: [{ delta: { content?: string } }]
    index?: number
    delta?: string | { text: string }
  }
  if (value.choices) return value.choices[0].delta.content ?? ''
  if (typeof value.delta === 'object') return value.index === 0 ? value.delta.text : ''
  return value.delta ?? ''
}

test('a key is taken out of texts that events give in pieces, in clear and escaped, and nothing else is', () =>
  fc.assert(
    fc.property(
      keys,
      fc.constantFrom(...Object.keys(writings)),
      fc.constantFrom(...Object.keys(events)),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 6 }),
      (key, writing, shape, sizes, together) => {
        const text = `Here it is: ${writings[writing]!(key)} and so on`
        const sent = piecesOf(text, sizes)
          .flatMap(events[shape]!)
          .map((event) => withoutKey(key, JSON.stringify(event)))
        const search = spreadKeySearch(key)
        const got: string[] = []
        for (let at = 0; at < sent.length; at += together) got.push(...search.take(sent.slice(at, at + together)))
        got.push(...search.end())
        const shown = got.map(textOf).join('')
        expect(got).toHaveLength(sent.length)
        expect(placesOf(key, shown)).toEqual([])
        expect(shown).toContain('…')
        expect(shown.startsWith('Here it is: ')).toBe(true)
        expect(shown.endsWith(' and so on')).toBe(true)
        // At most its first three characters and the half of an escape, in base64 with what they share with others.
        const left = shown.slice('Here it is: '.length, -' and so on'.length).replaceAll('…', '')
        expect(left.length).toBeLessThanOrEqual(4 * writings[writing]!('a').length + 4)
      },
    ),
  ))

test('a stream without the key is passed on as it came, and waits only where a key may have begun', () => {
  const search = spreadKeySearch('key-of-the-operator-1')
  const delta = (text: string) => JSON.stringify({ index: 0, delta: { text } })
  expect(search.take([delta('the k'), delta('ey')])).toEqual([delta('the k'), delta('ey')])
  expect(search.take([delta('-of-the-mo'), 'no JSON'])).toEqual([delta('-of-the-mo'), 'no JSON'])
  expect(search.take([delta('on key-of-')])).toEqual([])
  expect(search.take([delta('my door')])).toEqual([delta('on key-of-'), delta('my door')])
  expect(search.take([delta('ends key-of-the-operator-')])).toEqual([])
  expect(search.end()).toEqual([delta('ends …')])
})

test('what is held back is bounded', () => {
  const search = spreadKeySearch('key-of-the-operator-1')
  const of = (index: number, text: string) => JSON.stringify({ index, delta: { text } })
  expect(search.take([of(0, 'key-of-the-')])).toEqual([])
  const long = of(1, 'x'.repeat(300_000))
  expect(search.take([long])).toEqual([of(0, '…'), long])
})

test('a large answer made of escapes is searched aside, to the same result', async () => {
  const key = 'key-of-the-operator-1'
  const text = `${'\\u0061%5c'.repeat(20_000)}${writings.json!(key)}"`
  const { signal } = new AbortController()
  const searching = withoutKeyAside(key, text, signal)
  let served = false
  setImmediate(() => (served = true))
  expect(await searching).toBe(withoutKey(key, text))
  expect(served).toBe(true)
  await expect(withoutKeyAside(key, text, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
})
