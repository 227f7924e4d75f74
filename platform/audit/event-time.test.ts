import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { asOwner } from '../../testing/database-state.ts'
import { emptyHead } from './chain.ts'
import { appendEvent, openLedger } from './store.ts'

const { database, url: databaseUrl } = await testDatabase()
const at = { databaseUrl }

test('an event of a transaction that began earlier and commits later has no earlier time than the event before it', async () => {
  const workspace = uuidv7()
  await asOwner(at, `insert into workspace (id, name) values ($1, 'w')`, [workspace])
  const times = ['2026-03-04T10:00:00.043Z', '2026-03-04T10:00:00.000Z', '2026-03-04T10:00:01.000Z']
  await database.within(workspace, async (tx) => {
    await openLedger(tx, { workspaceId: workspace, emptyHead })
    for (const time of times)
      await appendEvent(tx, workspace, { name: 'project.updated', entity: ['project', uuidv7()] }, new Date(time))
  })
  const text = 'select occurred_at from activity_event where workspace_id = $1 order by position'
  const rows = await asOwner(at, text, [workspace])
  expect(rows.map((row) => (row.occurred_at as Date).toISOString())).toEqual([times[0], times[0], times[2]])
})
