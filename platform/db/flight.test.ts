import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import type { Connection } from './bind.ts'
import { openFlights } from './flights.ts'

const { url } = await testDatabase()

type Message = 'parse' | 'bind' | 'describe' | 'sync'

/** A client, and which messages it writes. */
const connect = async (pipeline = true) => {
  const client = new pg.Client({ connectionString: url, pipeline, query_timeout: 60_000 })
  client.on('error', () => undefined)
  await client.connect()
  onTestFinished(() => client.end())
  const { connection } = client as unknown as { connection: Connection }
  const written: Message[] = []
  for (const message of ['parse', 'bind', 'describe', 'sync'] as const) {
    const write = (connection[message] as (...given: unknown[]) => void).bind(connection)
    connection[message] = (...given: unknown[]) => {
      written.push(message)
      write(...given)
    }
  }
  return { client, written, open: () => openFlights(client as unknown as pg.PoolClient, 'begin') }
}

const one = { name: 'flight.one', text: 'select $1::int as one, $2::text as text', values: [1, null] }
const zero = { name: 'flight.zero', text: 'select 1 / $1::int as none', values: [0] }
const text = (value: string) => ({ text: 'select $1::text as text', values: [value] })

test('what is sent in one turn is answered in its order, has one Sync, and is prepared and described once', async () => {
  const { open, written } = await connect()
  for (let time = 0; time < 2; time += 1) {
    const { send, end } = open()
    const [first, second, third] = await Promise.all([send(one), send(text('ä')), send({ ...one, values: [2, 'b'] })])
    expect([first.rows, second.rows, third.rows]).toEqual([
      [{ one: 1, text: null }],
      [{ text: 'ä' }],
      [{ one: 2, text: 'b' }],
    ])
    expect((await end('commit')).command).toBe('COMMIT')
  }
  // The statement without a name is prepared and described each time.
  const again = ['bind', 'parse', 'bind', 'describe', 'bind', 'sync']
  expect(written).toEqual([
    'parse',
    'bind',
    'describe',
    'parse',
    'bind',
    'describe',
    'bind',
    'describe',
    'sync',
    ...again,
  ])
})

test('rows that were written are counted, and a statement of nothing has none', async () => {
  const { open } = await connect()
  const { send, end } = open()
  await send({ text: 'create temporary table counted (id int)', values: [] })
  const values = [1, 2, 3].map((id) => ({
    name: 'flight.insert',
    text: 'insert into counted values ($1)',
    values: [id],
  }))
  expect(await Promise.all(values.map((value) => send(value)))).toEqual(Array(3).fill({ rows: [], rowCount: 1 }))
  expect(await send({ text: 'update counted set id = id + 1', values: [] })).toEqual({ rows: [], rowCount: 3 })
  expect(await send({ text: '', values: [] })).toEqual({ rows: [], rowCount: 0 })
  await end('rollback')
})

test('a transaction without a statement begins and ends', async () => {
  const { open } = await connect()
  const { begun, end } = open()
  await begun()
  expect((await end('commit')).command).toBe('COMMIT')
})

test.each([true, false])(
  'a statement that fails has its own error, and those behind it are told that the transaction has failed (pipeline: %s)',
  async (pipeline) => {
    const { open } = await connect(pipeline)
    for (let time = 0; time < 2; time += 1) {
      const { send, end } = open()
      const [before, failed, ...behind] = await Promise.allSettled([
        send(text('a')),
        send(zero),
        send(one),
        send(text('b')),
      ])
      expect(before).toMatchObject({ value: { rows: [{ text: 'a' }] } })
      expect(failed).toMatchObject({ reason: { code: '22012' } })
      expect(behind).toEqual(Array(2).fill({ status: 'rejected', reason: expect.objectContaining({ code: '25P02' }) }))
      await expect(send(one)).rejects.toMatchObject({ code: '25P02' })
      expect((await end('commit')).command).toBe('ROLLBACK')
    }
    const { send, end } = open()
    expect(await Promise.all([send(one), send({ ...zero, values: [1] })])).toMatchObject([
      { rows: [{ one: 1, text: null }] },
      { rows: [{ none: 1 }] },
    ])
    await end('commit')
  },
)

test('a failed flight takes nothing from one that was sent behind it', async () => {
  const { open } = await connect()
  const prepare = open()
  await Promise.all([prepare.send(one), prepare.send({ ...zero, values: [1] })])
  await prepare.end('commit')
  const [failing, good] = [open(), open()]
  const failed = Promise.allSettled([failing.send(zero), failing.send(one)])
  const ended = failing.end('rollback')
  const sent = good.send(one)
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await ended
  expect((await sent).rows).toEqual([{ one: 1, text: null }])
  expect((await good.send(one)).rows).toEqual([{ one: 1, text: null }])
  await good.end('commit')
})

test('a value that cannot be sent fails alone, and nothing of it is sent', async () => {
  const { open, written } = await connect()
  const cyclic: Record<string, unknown> = {}
  cyclic.self = cyclic
  const { send, end } = open()
  const [good, bad] = await Promise.allSettled([send(text('a')), send({ text: 'select $1::jsonb', values: [cyclic] })])
  expect(good).toMatchObject({ value: { rows: [{ text: 'a' }] } })
  expect(bad).toMatchObject({ reason: { message: expect.stringContaining('circular') } })
  expect(written.filter((message) => message === 'bind')).toHaveLength(1)
  expect((await end('commit')).command).toBe('COMMIT')
})

test('a statement whose columns have changed is refused once, and prepared anew', async () => {
  const { client, open } = await connect()
  await client.query('create temporary table altered as select 1 as one')
  const all = { name: 'flight.all', text: 'select * from altered', values: [] }
  const read = async () => {
    const { send, end } = open()
    const [answer] = await Promise.allSettled([send(all)])
    await end('rollback')
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  }
  expect((await read()).rows).toEqual([{ one: 1 }])
  await client.query('alter table altered add column two text')
  await expect(read()).rejects.toMatchObject({ code: '0A000' })
  expect((await read()).rows).toEqual([{ one: 1, two: null }])
})

test('all that waits for a connection that breaks fails with its error', async () => {
  const { client, open } = await connect()
  const other = await connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { send } = open()
  const sent = Promise.allSettled([send({ text: 'select pg_sleep(60)', values: [] }), send(one)])
  await send(text('a')).catch(() => undefined)
  await other.client.query('select pg_terminate_backend($1)', [rows[0]!.pid])
  const answers = await sent
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('an answer ends the driver’s own wait for it', async () => {
  const { client, open } = await connect()
  await client.query('select 1')
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  const { send, end } = open()
  const answers = [send(one), send(zero)]
  await Promise.allSettled(answers)
  await end('rollback')
  expect(timers()).toBe(before)
})
