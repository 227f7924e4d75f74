import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { letterMailKind } from '../domains/accounts/letters/rules.ts'
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

const tablesText = `
  select table_name as name, exists (select from information_schema.columns c where c.table_schema = 'public'
    and c.table_name = t.table_name and c.column_name = 'workspace_id') as tenant
  from information_schema.tables t where table_schema = 'public' and table_type = 'BASE TABLE'
    and table_name <> all ($1) order by 1`

/**
 * How many rows each table has of a workspace, or of all of them, with a digest of what they hold, and every file in
 * the data folder with its size, but for caches and delivered mails: equal before and after a refusal.
 */
export const stateOf = async (server: TestServer, workspace?: string): Promise<State> => {
  const text = await textOf(server)
  const files = await filesOf(server.dataFolder)
  const query = { name: 'state', text, values: [workspace ?? null] }
  const [found] = (await poolOf(server.databaseUrl).query<Row>(query)).rows
  const removed = found!.removed as string[]
  const isPassing = (path: string) =>
    path.includes('/cache/repositories/') ||
    path.includes('/outbox/') ||
    removed.some((key) => path.includes(`/objects/${key.endsWith('/') ? key : `${key} `}`))
  return { tables: found!.state as State['tables'], files: files.filter((path) => !isPassing(path)) }
}

/** The look at all tables of a database, which has the same ones for as long as its suite runs. */
const textOf = (server: TestServer) => {
  const text = texts.get(server.databaseUrl) ?? writeText(server)
  texts.set(server.databaseUrl, text)
  return text
}
const texts = new Map<string, Promise<string>>()

const writeText = async (server: TestServer) => {
  const tables = await asOwner(server, tablesText, [leftOut])
  const one = ({ name, tenant }: Row) => {
    const rows = apartFromRefusals[String(name)] ?? String(name)
    const row = rows === name && name !== 'ledger' ? 'to_jsonb(t)::text' : `(to_jsonb(t) - ${places})::text`
    return `select '${String(name)}' as name, (select concat(count(*), ' rows ', md5(string_agg(${row}, ',' order by ${row})))
      from ${rows} t where $1::uuid is null or ${tenant ? 'workspace_id = $1' : 'true'}) as rows`
  }
  return `select jsonb_object_agg(name, rows) as state,
    array(select key from removed_object) as removed from (${tables.map(one).join(' union all ')}) as each`
}

const filesOf = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  return (await Promise.all(files.map(async (path) => `${path} ${(await stat(path)).size}`))).sort()
}
