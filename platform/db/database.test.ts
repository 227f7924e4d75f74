import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { statement, type NoValues } from './statement.ts'

const { url, database } = await testDatabase()
const workspace = uuidv7()
const one = statement<NoValues, { n: number }>('test.one', 'select 1 as n')
const divide = statement<{ by: number }, { n: number }>('test.divide', 'select 1 / :by::int as n')
const setting = statement<NoValues, { workspace: string; role: string }>(
  'test.setting',
  `select current_setting('app.workspace', true) as workspace, current_user as role`,
)

test('a transaction has its workspace and role, and the next transaction on the connection does not keep them', async () => {
  const seen = await database.within(workspace, (tx) => setting(tx))
  expect(seen).toEqual([{ workspace, role: 'atelier_tenant' }])
  expect(await database.instance((tx) => setting(tx))).toEqual([{ workspace: '', role: 'atelier_tenant' }])
  expect(await database.identity((tx) => setting(tx))).toEqual([{ workspace: '', role: 'atelier_identity' }])
})

test('the time is known without a question once a transaction has brought it', async () => {
  const { told, known } = await database.instance(async (tx) => ({ told: await tx.now(), known: database.now() }))
  expect(Math.abs(known.getTime() - told.getTime())).toBeLessThan(1_000)
})

test('a transaction refuses a workspace that is no id, and sends nothing of it', async () => {
  const forged = `${uuidv7()}'; set role atelier_identity; --`
  await expect(database.within(forged, (tx) => setting(tx))).rejects.toThrow('needs the id of its workspace')
  await expect(database.reading('', (tx) => setting(tx))).rejects.toThrow('needs the id of its workspace')
  expect(await database.within(workspace, (tx) => setting(tx))).toEqual([{ workspace, role: 'atelier_tenant' }])
})

test('an error of a statement names its sender', async () => {
  const { stack } = await database
    .within(workspace, async (tx) => await divide(tx, { by: 0 }))
    .then(
      () => new Error('The statement did not fail'),
      (error: Error) => error,
    )
  expect(stack).toContain('division by zero')
  expect(stack).toContain('database.test.ts')
})

test('work that swallows the error of a statement does not commit', async () => {
  const hiding = database.within(workspace, async (tx) => {
    await divide(tx, { by: 0 }).catch(() => undefined)
    return 'done'
  })
  await expect(hiding).rejects.toThrow('rolled back at its commit')
  expect(await database.within(workspace, (tx) => divide(tx, { by: 1 }))).toEqual([{ n: 1 }])
})

test('a statement that fails beside its commit throws its own error', async () => {
  const failing = database.within(workspace, async (tx) =>
    tx.withCommit(() => [one(tx), divide(tx, { by: 0 }), one(tx)]),
  )
  await expect(failing).rejects.toThrow('division by zero')
})

test('hooks before the commit can roll it back, and hooks after it see only committed work', async () => {
  const told: string[] = []
  const refused = database.within(workspace, async (tx) => {
    tx.afterCommit(() => told.push('refused'))
    tx.beforeCommit(() => Promise.reject(new Error('no')))
  })
  await expect(refused).rejects.toThrow('no')
  await database.within(workspace, async (tx) => {
    tx.beforeCommit(async () => void told.push(String((await one(tx))[0]!.n)))
    tx.afterCommit(() => told.push('after'))
  })
  expect(told).toEqual(['1', 'after'])
})

test('a lost connection fails its transaction, and the next transaction works', async () => {
  const owner = new pg.Client({ connectionString: url })
  await owner.connect()
  const lost = database.within(workspace, async (tx) => {
    await one(tx)
    await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'atelier %'`)
    await one(tx)
  })
  await expect(lost).rejects.toThrow()
  await owner.end()
  expect(await database.within(workspace, (tx) => one(tx))).toEqual([{ n: 1 }])
})
