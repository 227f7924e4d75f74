import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { letterMailKind } from '../domains/accounts/letters/rules.ts'
import { lookAtFiles } from './folder.ts'
import { poolOf } from './owner-pools.ts'
import type { TestServer } from './server.ts'

type Row = Record<string, unknown>

export interface State {
  tables: Record<string, string>
  files: string[]
}

/** Runs one statement as the owner of the database, for whom row-level security does not hold; gives its rows. */
export const asOwner = async (
  { databaseUrl }: Pick<TestServer, 'databaseUrl'>,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> => {
  return (await poolOf(databaseUrl).query<Row>(text, [...values])).rows
}

// A turn of scheduled work may begin at any time, sign a checkpoint, or make the bill of materials of what was delivered
// before. Refusals are counted, also those of a sign-in, and a machine renews its lease. Stored objects without a row are
// removed later.
const leftOut = [
  'audit_checkpoint',
  'audit_repeat',
  'audit_tree',
  'component_file',
  'locked_component',
  'machine',
  'removed_object',
  'scheduled_work',
  'throttle',
]

// A refusal is kept on the chain, or counted beside it as above: that is all that it may change, but for the last use of a
// key.
const apartFromRefusals: Readonly<Record<string, string>> = {
  api_key: '(select id, workspace_id, user_id, name, hint, scopes, project_ids, expires_at, revoked_at from api_key)',
  audit_row: `(select * from audit_row where outcome = 'success')`,
  // A turn of scheduled work sends channels events, and moves their place among these.
  chat_channel:
    '(select id, workspace_id, kind, name, key_version, ciphertext, created_by, created_at from chat_channel)',
  // A turn of scheduled work makes the bills of materials of what was delivered before.
  component_bill: '(select id, workspace_id, project_id, repository_id, commit_sha, delivered_at from component_bill)',
  // Letters about what waits for a person are sent by a turn of scheduled work, with a mail.
  letter: `(select id, workspace_id, user_id, kind, reminds, needs, project_id, cycle_id, subject_id, title, created_at,
    mail_id is null and ended_at is not null as ended_unsent from letter)`,
  // An earlier mail is delivered, or tried again, at any time; its file is in the outbox.
  mail: `(select id, workspace_id, kind, recipient, created_at, expires_at from mail where kind <> '${letterMailKind}')`,
}
const places = `array['position', 'hash', 'audit_position', 'audit_hash']`

// A table whose file is empty has no rows, and PostgreSQL need not open it to say so: most have none.
const tablesText = `
  select t.relname as name, exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'workspace_id'
    and not a.attisdropped) as tenant
  from pg_class t, pg_database d where d.datname = current_database() and t.relnamespace = 'public'::regnamespace
    and t.relkind = 'r' and t.relname <> all ($1)
    and (pg_stat_file(concat_ws('/', 'base', d.oid, t.relfilenode))).size > 0 order by 1`

/**
 * How many rows each table has of a workspace, or of all of them, with a digest of what they hold, and every file in
 * the data folder with its size, but for caches and delivered mails: equal before and after a refusal.
 */
export const stateOf = async (server: TestServer, workspace?: string): Promise<State> => {
  const owner = poolOf(server.databaseUrl)
  const tables = await owner.query<Row>({ name: 'tables with rows', text: tablesText, values: [leftOut] })
  const files = await filesOf(server.dataFolder)
  const text = textOf(tables.rows)
  const name = createHash('md5').update(text).digest('hex')
  const [found] = (await owner.query<Row>({ name, text, values: [workspace ?? null] })).rows
  const removed = found!.removed as string[]
  const isPassing = (path: string) =>
    path.includes('/cache/repositories/') ||
    path.includes('/outbox/') ||
    removed.some((key) => path.includes(`/objects/${key.endsWith('/') ? key : `${key} `}`))
  return { tables: found!.state as State['tables'], files: files.filter((path) => !isPassing(path)) }
}

/** The look at these tables. A table without rows is not in it: its file may be empty or not. */
const textOf = (tables: readonly Row[]) => {
  const one = ({ name, tenant }: Row) => {
    const rows = apartFromRefusals[String(name)] ?? String(name)
    const row = rows === name && name !== 'ledger' ? 'to_jsonb(t)::text' : `(to_jsonb(t) - ${places})::text`
    return `select '${String(name)}' as name, count(*), md5(string_agg(${row}, ',' order by ${row}))
      from ${rows} t where $1::uuid is null or ${tenant ? 'workspace_id = $1' : 'true'}`
  }
  return `select coalesce(jsonb_object_agg(name, concat(count, ' rows ', md5)), '{}') as state,
    array(select key from removed_object) as removed from (${tables.map(one).join(' union all ')}) as each where count > 0`
}

const filesOf = async (folder: string): Promise<string[]> =>
  [...(await lookAtFiles(folder, stat))].map(([path, { size }]) => `${path} ${size}`).sort()
