import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { migrate } from '../../platform/db/migrate.ts'
import { migrations } from '../cluster.ts'

/** An empty database with the migrations before a number, as an earlier version left it, and a client of it. */
export const earlierDatabase = async (url: string, before: string): Promise<pg.Client> => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of (await readdir(migrations)).filter((file) => file < before))
    await cp(join(migrations, name), join(folder, name))
  await migrate({ url, folder })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Writes a row of these columns. */
export const writeRow = async (client: pg.Client, table: string, row: Readonly<Record<string, unknown>>) => {
  const names = Object.keys(row)
  await client.query({
    text: `insert into ${table} (${names.join()}) values (${names.map((_name, at) => `$${at + 1}`).join()})`,
    values: Object.values(row),
  })
}
