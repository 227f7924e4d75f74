import { createHash } from 'node:crypto'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { openDatabase } from './database.ts'

const { url } = await testDatabase()
const workspace = uuidv7()

const open = (pipeline: boolean) => {
  const database = openDatabase({ url, pipeline, connections: 1 })
  onTestFinished(() => database.close())
  return database
}

/** Runs statements as the owner of the schema. */
const asOwner = async (text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

const one = { name: 'connection.one', text: 'select $1::int as one, $2::text as text', values: [1, null] }
const divide = (by: number) => ({ name: 'connection.divide', text: 'select 1 / $1::int as n', values: [by] })

describe.each([true, false])('with the pipeline %s', (pipeline) => {
  test('statements that are sent together are answered in their order, each time the connection is used', async () => {
    const database = open(pipeline)
    for (let time = 0; time < 2; time += 1) {
      const answers = await database.within(workspace, (tx) =>
        Promise.all([tx.query(one), tx.query({ text: 'select $1::text as b', values: ['ä'] }), tx.query(divide(1))]),
      )
      expect(answers.map(({ rows }) => rows)).toEqual([[{ one: 1, text: null }], [{ b: 'ä' }], [{ n: 1 }]])
    }
  })

  test('a statement that fails has its own error, those after it that of the transaction, and the next works', async () => {
    const database = open(pipeline)
    for (let time = 0; time < 2; time += 1) {
      const settled: PromiseSettledResult<unknown>[] = []
      const failing = database.within(workspace, async (tx) => {
        settled.push(...(await Promise.allSettled([tx.query(one), tx.query(divide(0)), tx.query(one)])))
      })
      await expect(failing).rejects.toThrow('rolled back at its commit')
      expect(settled).toMatchObject([
        { value: { rows: [{ one: 1 }] } },
        { reason: { code: '22012' } },
        { reason: { code: '25P02' } },
      ])
    }
    expect((await database.within(workspace, (tx) => tx.query(divide(1)))).rows).toEqual([{ n: 1 }])
  })

  test('a value that cannot be sent fails, and nothing of the transaction is kept', async () => {
    const database = open(pipeline)
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    const failing = database.within(workspace, (tx) => tx.query({ text: 'select $1::jsonb', values: [cyclic] }))
    await expect(failing).rejects.toThrow('circular')
    expect((await database.within(workspace, (tx) => tx.query(one))).rows).toEqual([{ one: 1, text: null }])
  })

  test('a prepared statement whose columns have changed is refused once, and prepared again', async () => {
    const database = open(pipeline)
    await asOwner('create table altered as select 1 as one; grant select on altered to atelier_tenant')
    onTestFinished(() => asOwner('drop table altered'))
    const read = () =>
      database.within(workspace, (tx) =>
        tx.query({ name: 'connection.all', text: 'select * from altered', values: [] }),
      )
    expect((await read()).rows).toEqual([{ one: 1 }])
    await asOwner('alter table altered add column two text')
    await expect(read()).rejects.toMatchObject({ code: '0A000' })
    expect((await read()).rows).toEqual([{ one: 1, two: null }])
    expect((await read()).rows).toEqual([{ one: 1, two: null }])
  })
})

test('rows that were written are counted, and a transaction without a statement commits', async () => {
  const database = open(true)
  const counts = await database.within(workspace, async (tx) => {
    await tx.query({ text: 'create temporary table counted (id int) on commit drop', values: [] })
    const inserted = await tx.query({ text: 'insert into counted values (1), (2), (3)', values: [] })
    const updated = await tx.query({ text: 'update counted set id = id + $1 where id > $1', values: [1] })
    return [inserted.rowCount, updated.rowCount]
  })
  expect(counts).toEqual([3, 2])
  await expect(database.within(workspace, () => Promise.resolve('nothing'))).resolves.toBe('nothing')
})

test('a large value arrives whole beside values of all kinds', async () => {
  const bytes = Buffer.alloc(5 * 2 ** 20, 'ä😀')
  const { rows } = await open(true).within(workspace, (tx) =>
    tx.query({
      text: `select encode(sha256($1::bytea), 'hex') as sha256, $2::text as text, $3::int8 as number, $4::text[] as list`,
      values: [bytes, 'ä😀', 2 ** 40, ['a,"b"', 'ü']],
    }),
  )
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  expect(rows).toEqual([{ sha256, text: 'ä😀', number: 2 ** 40, list: ['a,"b"', 'ü'] }])
})
