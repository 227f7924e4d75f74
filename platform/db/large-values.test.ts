import { createHash } from 'node:crypto'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { largeValueBytes, sendLargeValues } from './large-values.ts'

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
  sendLargeValues(client)
  return { client, sent }
}

const valueOf = (bytes: number) => new Uint8Array(bytes).map((_none, at) => at % 251)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const text = `select encode(sha256($1::bytea), 'hex') as first, encode(sha256($2::bytea), 'hex') as second, $3::text as text,
  $4::int8 as number, $5::timestamptz::text as nothing, $6::text[] as list, $7::boolean as yes`
const list = ['a,"b"', 'ü']

test.each(['a.statement', ''])(
  'large values are sent from where they are, beside values of all kinds (%j)',
  async (name) => {
    const { client, sent } = await connect()
    const [first, second] = [valueOf(largeValueBytes), valueOf(largeValueBytes + 1)]
    const values = [first, second, 'ä😀', 2 ** 40, null, list, true]
    // The second time it is prepared already.
    for (let time = 0; time < 2; time += 1) {
      const { rows } = await client.query({ name, text, values })
      const others = { text: 'ä😀', number: String(2 ** 40), nothing: null, list, yes: true }
      expect(rows).toEqual([{ first: sha256(first), second: sha256(second), ...others }])
      expect(sent.filter((memory) => memory === first.buffer || memory === second.buffer)).toHaveLength(2 * (time + 1))
    }
  },
)

test('a part of some memory is sent alone', async () => {
  const { client } = await connect()
  const part = valueOf(2 * largeValueBytes).subarray(7, 7 + largeValueBytes)
  const { rows } = await client.query(`select encode(sha256($1::bytea), 'hex') as sha256`, [part])
  expect(rows).toEqual([{ sha256: sha256(part) }])
})

test('a value that is not large is sent by the driver', async () => {
  const { client, sent } = await connect()
  const small = valueOf(largeValueBytes - 1)
  const { rows } = await client.query(`select encode(sha256($1::bytea), 'hex') as sha256`, [small])
  expect(rows).toEqual([{ sha256: sha256(small) }])
  expect(sent).not.toContain(small.buffer)
})

test('a refused statement leaves the connection as it was', async () => {
  const { client } = await connect()
  await expect(client.query('select $1::bytea, 1 / $2::int', [valueOf(largeValueBytes), 0])).rejects.toThrow(
    'division by zero',
  )
  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic
  await expect(client.query('select $1::bytea, $2::jsonb', [valueOf(largeValueBytes), cyclic])).rejects.toThrow(
    'circular',
  )
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
