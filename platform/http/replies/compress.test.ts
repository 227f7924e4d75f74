import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { Operation } from '../../contract/operation.ts'
import { acceptsGzip, compressReads } from './compress.ts'

const long = { words: 'word '.repeat(1_000) }

const served = async (audit?: Operation['audit']) => {
  const server = Fastify()
  compressReads(server)
  const operation = { method: 'GET', audit } as unknown as Operation
  server.get('/long', { config: { operation } }, async () => long)
  server.get('/short', { config: { operation } }, async () => ({ words: 'word' }))
  server.get('/file', { config: { operation } }, (_request, reply) => reply.type('text/plain').send(long.words))
  onTestFinished(() => server.close())
  await server.ready()
  return (url: string, accepted = 'br, gzip') =>
    server.inject({ method: 'GET', url, headers: { 'accept-encoding': accepted } })
}

test('a long answer is compressed for clients that accept it, and is the same', async () => {
  const get = await served()
  const { headers, rawPayload } = await get('/long')
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(Number(headers['content-length'])).toBe(rawPayload.length)
  expect(rawPayload.length).toBeLessThan(500)
  expect(JSON.parse(gunzipSync(rawPayload).toString())).toEqual(long)
  const plain = await get('/long', 'identity')
  expect([plain.headers['content-encoding'], plain.json()]).toEqual([undefined, long])
})

test('short answers, bytes, and disclosures with an audit row are sent as they are', async () => {
  const get = await served()
  const recorded = await served({ action: 'terminal.mint', category: 'execute' })
  for (const answer of [await get('/short'), await get('/file'), await recorded('/long')])
    expect(answer.headers['content-encoding']).toBeUndefined()
})

test.each([
  ['gzip', true],
  ['deflate, GZIP;q=0.5', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000, br', false],
  ['br', false],
  ['*', false],
  [undefined, false],
])('Accept-Encoding %s takes gzip: %s', (accepted, expected) => {
  expect(acceptsGzip(accepted)).toBe(expected)
})
