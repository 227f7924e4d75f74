import { access, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mountMemory, startReaper, temporaryFolder } from './cluster.ts'
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

test('a disk in memory is mounted for the files of tests, and gone with its reaper', async ({ skip }) => {
  const disk = await mountMemory()
  if (disk === undefined) return skip('This user may not mount, or the machine has little memory.')
  const folder = await temporaryFolder()
  const reap = startReaper(folder, disk)
  await writeFile(join(disk, 'file'), 'kept in memory')
  // Source: TMPFS_MAGIC, statfs(2).
  expect((await statfs(disk)).type).toBe(0x01021994)
  await reap()
  for (const path of [disk, folder]) await expect(access(path)).rejects.toThrow('ENOENT')
})
