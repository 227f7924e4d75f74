import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'
import { connectionsPerWorker, workers } from './workers.ts'

const { database } = await testDatabase()
const other = await testDatabase({ empty: true })

test('the server takes the connections of every worker', async () => {
  const { rows } = await database.instance((tx) =>
    tx.query<{ taken: number }>({ text: `select current_setting('max_connections')::int as taken`, values: [] }),
  )
  expect(rows[0]!.taken).toBeGreaterThanOrEqual(workers * connectionsPerWorker)
})

test('a suite has its own migrated database, opened as the serving role', async () => {
  const { rows } = await database.instance((tx) =>
    tx.query<{ role: string; name: string }>({
      text: 'select current_user as role, current_database() as name',
      values: [],
    }),
  )
  expect(rows[0]).toMatchObject({ role: 'atelier_tenant' })
  expect(other.url).not.toContain(rows[0]!.name)
})
