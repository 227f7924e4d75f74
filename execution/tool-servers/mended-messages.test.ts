import fc from 'fast-check'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import * as sdk from '@modelcontextprotocol/client'
import { expect, test } from 'vitest'
import { lineMender, mendedBody, mendedEvents, mendedMessage } from './mended-messages.ts'

const parsed = (message: object) => JSON.parse(mendedMessage(JSON.stringify(message))) as object
const answer = { jsonrpc: '2.0', id: 1, result: { content: [] } }
const hello = { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'a', version: '1' } }

test.each([
  ['an error that is null', { ...answer, error: null }, answer],
  ['a result that is null', { jsonrpc: '2.0', id: 1, result: null, error: { code: 1, message: 'no' } }, undefined],
  ['hints that are null', { ...answer, result: { content: [], _meta: null } }, answer],
  ['parameters that are null', { jsonrpc: '2.0', method: 'notifications/message', params: null }, undefined],
])('%s costs no message', (_, message, expected) => {
  const mended = parsed(message)
  expect(sdk.isSpecType.JSONRPCMessage(mended)).toBe(true)
  if (expected) expect(mended).toEqual(expected)
})

test.each([
  [{}, { name: 'unnamed', version: '0' }],
  [null, { name: 'unnamed', version: '0' }],
  [
    { name: 'b', version: 2, title: null },
    { name: 'b', version: '0' },
  ],
])('a server that calls itself %j can be connected', (serverInfo, expected) => {
  const result = { ...hello, serverInfo, capabilities: { tools: {}, prompts: null } }
  const mended = parsed({ jsonrpc: '2.0', id: 1, result }) as { result: object }
  expect(mended.result).toEqual({ ...hello, serverInfo: expected })
  expect(sdk.isSpecType.InitializeResult(mended.result)).toBe(true)
})

test.each(['no message', '{"jsonrpc":"2.0","id":1,"result":{ }}', '[{"jsonrpc":"2.0","id":1,"result":{}}]', '7'])(
  '%s stays as it is',
  (line) => {
    expect(mendedMessage(line)).toBe(line)
  },
)

const cut = (bytes: Buffer, places: readonly number[]) => {
  const cuts = [...new Set(places.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b)
  return Readable.from([0, ...cuts].map((from, at) => bytes.subarray(from, cuts[at] ?? bytes.length)))
}

test('lines are mended wherever their bytes are cut, and a body as a whole', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' })), fc.array(fc.nat()), async (words, places) => {
      const lines = words.map((said) => JSON.stringify({ ...answer, error: null, result: { said } }))
      const fitting = words.map((said) => JSON.stringify({ jsonrpc: '2.0', id: 1, result: { said } }))
      const sent = Buffer.from(lines.map((line) => `event: message\r\ndata: ${line}\r\n\r\n`).join(''))
      const read = await text(cut(sent, places).compose(mendedEvents()))
      expect(read).toBe(fitting.map((line) => `event: message\ndata:${line}\n\n`).join(''))
      if (lines.length > 0)
        expect(await text(cut(Buffer.from(lines[0]!), places).compose(mendedBody()))).toBe(fitting[0])
    }),
  ))

test('a line without an end is no message', () => {
  const mender = lineMender('', 1_000)
  expect(mender.push(Buffer.from('a'.repeat(900)))).toBe('')
  expect(() => mender.push(Buffer.from('a'.repeat(200)))).toThrow('too large')
})
