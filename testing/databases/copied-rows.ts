import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'

const columnsText = `select column_name as name from information_schema.columns
  where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`

/**
 * The differences of a copy, as SQL over `n`, its number, and `t`, the row; each has an id of its own if rows have one.
 */
type Changes = Readonly<Record<string, string>>

const always: Changes = {
  id: 'gen_random_uuid()',
  created_at: `t.created_at - n * interval '1 minute'`,
  // The trigger that writes it is off; two rows may not have the same one.
  name_key: 'null',
}

/** Copies a row so many times, past triggers and foreign keys: as many as a page can be asked to draw cost one statement. */
export const copyRows = async (
  server: Pick<TestServer, 'databaseUrl'>,
  table: string,
  where: string,
  count: number,
  changes: Changes = {},
): Promise<void> => {
  const names = (await asOwner(server, columnsText, [table])).map(({ name }) => String(name))
  const said: Changes = { ...always, ...changes }
  const values = names.map((name) => said[name] ?? `t.${name}`)
  await asOwner(
    server,
    `with off as (select set_config('session_replication_role', 'replica', true))
     insert into ${table} (${names.join()})
     select ${values.join()} from off, ${table} t, generate_series(1, ${count}) n where ${where}`,
  )
}
