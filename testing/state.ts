import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { TestServer } from './server.ts'

type Row = Record<string, unknown>

/** Runs one statement as the owner of the database, for whom row-level security does not hold; gives its rows. */
export const asOwner = async (
  { databaseUrl }: Pick<TestServer, 'databaseUrl'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, [...values])).rows
  } finally {
    await client.end()
  }
}

// Keys and memberships come with the callers of a test; a turn of scheduled work may begin at any time.
const tablesText = `
  select table_name as name, exists (select from information_schema.columns c where c.table_schema = 'public'
    and c.table_name = t.table_name and c.column_name = 'workspace_id') as tenant
  from information_schema.tables t where table_schema = 'public' and table_type = 'BASE TABLE'
    and table_name not in ('api_key', 'membership', 'users', 'workspace', 'scheduled_work') order by 1`

/**
 * Everything that the tables hold of a workspace, or of all of them, and every file in the data folder with its size:
 * equal before and after a refusal.
 */
export const stateOf = async (server: TestServer, workspace?: string): Promise<Row> => {
  const tables = await asOwner(server, tablesText)
  const one = ({ name, tenant }: Row) =>
    `'${String(name)}', (select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)), '[]') from ${String(name)} t
      where $1::uuid is null or ${tenant ? 'workspace_id = $1' : 'true'})`
  const text = `select jsonb_build_object(${tables.map(one).join(', ')}) as state`
  const [[found], files] = await Promise.all([asOwner(server, text, [workspace ?? null]), filesOf(server.dataFolder)])
  return { tables: found!.state, files }
}

const filesOf = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return (await Promise.all(files.map(async (path) => `${path} ${(await stat(path)).size}`))).sort()
}
