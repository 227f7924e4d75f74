import { createHash } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { largeValueBytes } from './bind.ts'
import { openFlights } from './flights.ts'

const { url } = await testDatabase()

/** A client, and the memory of everything that it sends. */
const connect = async () => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const sent: ArrayBufferLike[] = []
  const { stream } = (client as unknown as { connection: { stream: { write: (bytes: Buffer) => boolean } } }).connection
  const write = stream.write.bind(stream)
  stream.write = (bytes) => {
    sent.push(bytes.buffer)
    return write(bytes)
  }
  const flights = openFlights(client as unknown as pg.PoolClient, 'begin')
  return { flights, sent }
}

const valueOf = (bytes: number) => new Uint8Array(bytes).map((_none, at) => at % 251)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const text = `select encode(sha256($1::bytea), 'hex') as first, encode(sha256($2::bytea), 'hex') as second, $3::text as text,
  $4::int8 as number, $5::timestamptz::text as nothing, $6::text[] as list, $7::boolean as yes`
const list = ['a,"b"', 'ü']

test.each(['a.statement', undefined])(
  'large values are sent from where they are, beside values of all kinds (%s)',
  async (name) => {
    const { flights, sent } = await connect()
    const [first, second] = [valueOf(largeValueBytes), valueOf(largeValueBytes + 1)]
    const values = [first, second, 'ä😀', 2 ** 40, null, list, true]
    // The second time it is prepared already.
    for (let time = 0; time < 2; time += 1) {
      const { rows } = await flights.send({ name, text, values })
      const others = { text: 'ä😀', number: 2 ** 40, nothing: null, list, yes: true }
      expect(rows).toEqual([{ first: sha256(first), second: sha256(second), ...others }])
      expect(sent.filter((memory) => memory === first.buffer || memory === second.buffer)).toHaveLength(2 * (time + 1))
    }
  },
)

test('a part of some memory is sent alone', async () => {
  const { flights } = await connect()
  const part = valueOf(2 * largeValueBytes).subarray(7, 7 + largeValueBytes)
  const { rows } = await flights.send({ text: `select encode(sha256($1::bytea), 'hex') as sha256`, values: [part] })
  expect(rows).toEqual([{ sha256: sha256(part) }])
})

test('a value that is not large is sent by the driver', async () => {
  const { flights, sent } = await connect()
  const small = valueOf(largeValueBytes - 1)
  const { rows } = await flights.send({ text: `select encode(sha256($1::bytea), 'hex') as sha256`, values: [small] })
  expect(rows).toEqual([{ sha256: sha256(small) }])
  expect(sent).not.toContain(small.buffer)
})
