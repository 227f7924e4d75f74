import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../../platform/db/migrate.ts'
import { migrations } from '../../../testing/cluster.ts'
import { testDatabase } from '../../../testing/database.ts'

const { url } = await testDatabase({ empty: true })

/** A database as a version left it that knew the verdict `verified`. */
const earlierDatabase = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of (await readdir(migrations)).filter((file) => file < '0099'))
    await cp(join(migrations, name), join(folder, name))
  await migrate({ url, folder })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const reproduced = [
  { check: 'test', file: 'a.test.js', name: 'one' },
  { check: 'test', file: 'a.test.js', name: 'two' },
]
const verified = { approved: true, outcome: 'verified', provedBy: ['test', 'lint'], reasons: [] }
const unverified = { ...verified, outcome: 'unverified', provedBy: [] }
const refused = { ...unverified, approved: false, outcome: 'refused' }

/** Rows as an earlier version wrote them, of one workspace; what they refer to does not matter here. */
const rowsBefore = (client: pg.Client) => {
  const workspace = uuidv7()
  const shared = { workspace_id: workspace, created_at: new Date() }
  const write = (table: string, row: Readonly<Record<string, unknown>>) => {
    const names = Object.keys(row)
    return client.query({
      text: `insert into ${table} (${names.join()}) values (${names.map((_name, at) => `$${at + 1}`).join()})`,
      values: Object.values(row),
    })
  }
  const project = async (runtime: object, id = uuidv7()) => {
    const own = { name: 'Shop', created_by: workspace, updated_at: new Date() }
    await write('project', { ...shared, ...own, id, runtime })
    return id
  }
  const projectOfTasks = () => project({}, workspace)
  let number = 0
  const task = async (review: object | null) => {
    const id = uuidv7()
    number += 1
    const texts = { title: 'A', description: 'B', status: 'done' }
    const times = { status_changed_at: new Date(), updated_at: new Date() }
    const of = { project_id: workspace, cycle_id: workspace }
    await write('task', { ...shared, ...texts, ...times, ...of, id, number, review })
    return id
  }
  let position = 0
  const event = (name: string, taskId: string | null, payload: object) => {
    position += 1
    const about = { entity_type: 'task', entity_id: 'a', task_id: taskId }
    const own = { id: uuidv7(), name, payload, occurred_at: new Date() }
    return write('activity_event', { workspace_id: workspace, position, ...about, ...own })
  }
  const policies = (review: object) => write('workspace_default', { workspace_id: workspace, review })
  const webhook = (eventTypes: readonly string[]) => {
    const hook = { ...shared, id: uuidv7(), url: 'https://a.example', event_types: eventTypes }
    const secret = { key_version: 1, ciphertext: Buffer.from('a'), created_by: workspace, updated_by: workspace }
    return write('webhook', { ...hook, ...secret, position: 0, failures: 0, is_full: false, updated_at: new Date() })
  }
  return { project, projectOfTasks, task, event, policies, webhook }
}

test('an upgrade calls stored verdicts shown or checked, in tasks, events, webhooks and policies', async () => {
  const client = await earlierDatabase()
  const { project, projectOfTasks, task, event, policies, webhook } = rowsBefore(client)
  // Without the keys of other tables.
  await client.query('set session_replication_role = replica')
  const merging = await project({ review: { unverified: 'merge', weakened: 'refuse' } })
  const refusing = await project({ review: { unverified: 'refuse' } })
  const silent = await project({ setup: 'make' })
  await policies({ unverified: 'merge' })
  const ofTasks = await projectOfTasks()
  const proved = await task({ ...verified, reproduced })
  const checked = await task(verified)
  const others = [await task(unverified), await task(refused), await task(null)]
  await event('task.reviewed', proved, { verdict: 'verified', provedBy: ['test', 'lint'], approved: true })
  await event('task.reviewed', checked, { verdict: 'verified', provedBy: ['test'], approved: true })
  await event('task.reviewed', checked, { verdict: 'refused', provedBy: [], approved: false })
  await event('cycle.verified', null, { checks: [] })
  await webhook(['task.done', 'cycle.verified'])
  await client.query('set session_replication_role = origin')

  await migrate({ url, folder: migrations })

  const rows = async (text: string) => (await client.query<unknown[]>({ text, rowMode: 'array' })).rows
  expect(Object.fromEntries(await rows('select id, review from task'))).toEqual({
    [proved]: { ...verified, outcome: 'shown', provedBy: [], reproduced },
    [checked]: { ...verified, outcome: 'checked', provedBy: [] },
    [others[0]!]: unverified,
    [others[1]!]: refused,
    [others[2]!]: null,
  })
  expect(await rows('select name, payload from activity_event order by position')).toEqual([
    ['task.reviewed', { verdict: 'shown', provedBy: [], approved: true }],
    ['task.reviewed', { verdict: 'checked', provedBy: [], approved: true }],
    ['task.reviewed', { verdict: 'refused', provedBy: [], approved: false }],
    ['cycle.checked', { checks: [] }],
  ])
  expect(await rows('select event_types from webhook')).toEqual([[['task.done', 'cycle.checked']]])
  expect(Object.fromEntries(await rows('select id, runtime from project'))).toEqual({
    [merging]: { review: { unverified: 'merge', weakened: 'refuse', checked: 'merge', shown: 'merge' } },
    [refusing]: { review: { unverified: 'refuse' } },
    [silent]: { setup: 'make' },
    [ofTasks]: {},
  })
  expect(await rows('select review from workspace_default')).toEqual([
    [{ unverified: 'merge', checked: 'merge', shown: 'merge' }],
  ])
})
