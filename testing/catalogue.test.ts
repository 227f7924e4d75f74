import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { columnOf, insertInto, table, type Table } from '../platform/db/table.ts'
import { testDatabase } from './database.ts'

const { url, database } = await testDatabase()
const root = join(import.meta.dirname, '..')

interface Column {
  readonly table: string
  readonly column: string
  readonly kind: string
}

/** Tables without row-level security, and why they may be. */
const exempt: Readonly<Record<string, string>> = {
  users: 'identity: people belong to no workspace; the tenant role sees those of its own',
  account: 'identity: ways to sign in',
  erasure: 'identity: who asked to be forgotten belongs to no workspace',
  former_name: 'identity: what a person was called before belongs to no workspace',
  letter_setting: 'identity: what a person wants letters about belongs to no workspace',
  person_preference: 'identity: how a person wants the console belongs to no workspace',
  passkey: 'identity: ways to sign in',
  session: 'identity: found by the hash of their token, before a workspace is known',
  sign_up: 'identity: who asked for an account belongs to no workspace',
  throttle: 'identity: how often sign-ins failed, by a number of a keyed hash, before a workspace is known',
  verification: 'identity: what verifies an address, by its hash',
  workspace: 'identity: the workspaces themselves; the tenant role sees its own',
  membership: 'identity: who belongs where is asked before a workspace is chosen; the tenant role sees its own',
  program_token:
    'identity: found by the hash of the token, before a workspace is known; the tenant role adds to its own',
  api_key: 'identity: found by the hash of the key, before a workspace is known; the tenant role sees its own',
  budget: 'instance: what model calls may cost and have cost, by ids alone',
  growth_company:
    'instance: public facts of companies from their imprints, shared by every workspace; it names no workspace and no person',
  instance_key: 'instance: the key of the audit log and of the SSH server, sealed with the root key',
  instance_setting: 'instance: agents and hosts of model servers that the operator chose',
  machine: 'instance: which machines are alive, by random ids',
  model_catalog: 'instance: what a router of models offers, the same for every workspace',
  preview_program: 'instance: which process runs the program of a deployment, by ids alone',
  'queue.job': 'instance: which steps are to be carried out, of every workspace, by ids alone',
  removed_object: 'instance: which stored objects are removed when, by keys of ids alone',
  sandbox_slot: 'instance: which slots are taken, by ids alone',
  sandbox_wait: 'instance: who waits for a slot, by ids alone',
  step_cancel: 'instance: which jobs are to stop, by ids alone',
  scheduled_work: 'instance: which process sweeps, and when it last did',
  schema_migration: 'owner: which migrations have run',
}

const owner = async <Row extends object>(text: string): Promise<Row[]> => {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

const schemas = `array['public', 'queue']::regnamespace[]`
const tableName = `case when c.relnamespace = 'public'::regnamespace then '' else c.relnamespace::regnamespace || '.' end || c.relname`

test('there are no schemas beside the schemas that other tests check', async () => {
  const found = await owner<{ name: string }>(`
    select nspname as name from pg_namespace where nspname !~ '^(pg_|information_schema$)' order by nspname`)
  expect(found.map(({ name }) => name)).toEqual(['public', 'queue'])
})

const tables = async () => {
  const found: Table<Record<string, never>>[] = []
  for await (const file of glob('{domains,execution,platform}/**/tables.ts', { cwd: root })) {
    const exports = Object.values((await import(join(root, file))) as Record<string, unknown>)
    found.push(
      ...exports.filter(
        (value): value is (typeof found)[number] => typeof value === 'object' && value !== null && 'columns' in value,
      ),
    )
  }
  return found
}

test('every database column is declared, in the only tables.ts of its table', async () => {
  const columns = await owner<Column>(`
    select ${tableName} as table, a.attname as column,
      case when t.typtype = 'e' then 'word' when t.typname like '\\_%' then substr(t.typname, 2) || '[]' else t.typname end
        || case when a.attnotnull then '' else '?' end as kind
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
    where c.relnamespace = any(${schemas}) and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped`)
  const known = columns.map(({ table, column, kind }) => `${table}.${column} ${kind}`)
  const declared = (await tables()).flatMap(({ name, fields, unread }) =>
    Object.entries({ ...fields, ...unread }).map(([field, kind]) => `${name}.${columnOf(field)} ${kind}`),
  )
  expect(declared.sort()).toEqual(known.sort())
})

test('every table has forced row-level security, except those with a reason', async () => {
  const open = await owner<{ name: string }>(`
    select ${tableName} as name from pg_class c
    where relnamespace = any(${schemas}) and relkind in ('r', 'p') and not (relrowsecurity and relforcerowsecurity)`)
  expect(open.map(({ name }) => name).sort()).toEqual(Object.keys(exempt).sort())
})

test('every view reads with the rights of its reader, so that row-level security holds', async () => {
  const views = await owner<{ name: string; options: string[] | null }>(`
    select ${tableName} as name, reloptions as options from pg_class c
    where relnamespace = any(${schemas}) and relkind in ('v', 'm')`)
  expect(views.map(({ name, options }) => `${name} ${String(options)}`)).toEqual([
    'repository_run_ref security_invoker=true',
  ])
})

test('the serving role can change only salt, details and erasure of an audit row', async () => {
  const columns = await owner<{ column: string; updates: boolean }>(`
    select attname as column, has_column_privilege('atelier_tenant', attrelid, attnum, 'update') as updates
    from pg_attribute where attrelid = 'audit_row'::regclass and attnum > 0 and not attisdropped`)
  expect(columns.length).toBeGreaterThan(20)
  const changed = columns.filter(({ updates }) => updates).map(({ column }) => column)
  expect(changed.sort()).toEqual(['details', 'erased_at', 'salt'])
  const workspace = uuidv7()
  for (const { column } of columns) {
    const written = database.within(workspace, (tx) =>
      tx.query({ text: `update audit_row set ${column} = default where workspace_id = $1`, values: [workspace] }),
    )
    if (changed.includes(column)) await written
    else await expect(written).rejects.toThrow('permission denied')
  }
})

test('serving roles own no table and cannot change the schema', async () => {
  const owned = await owner(
    `select relname from pg_class where pg_get_userbyid(relowner) in ('atelier_tenant', 'atelier_identity')`,
  )
  const [rights] = await owner<object>(`
    select has_schema_privilege('atelier_tenant', 'public', 'create') as tenant,
      has_schema_privilege('atelier_identity', 'public', 'create') as identity,
      has_table_privilege('atelier_tenant', 'users', 'select') as people,
      has_table_privilege('atelier_tenant', 'session', 'select') as sessions,
      has_table_privilege('atelier_identity', 'project', 'select') as projects,
      has_table_privilege('atelier_tenant', 'audit_row', 'update') as rewrites,
      has_table_privilege('atelier_tenant', 'audit_row', 'delete') as deletes`)
  expect(owned).toEqual([])
  expect(rights).toEqual({
    tenant: false,
    identity: false,
    people: false,
    sessions: false,
    projects: false,
    rewrites: false,
    deletes: false,
  })
})

/** The rights of each serving role on the tables of the other, by columns if it does not get all of them. */
const acrossRoles = [
  'identity may delete of connection_credential',
  'identity may delete of erasure_place',
  'identity may delete of external_identity',
  'identity may delete of mail',
  'identity may delete of portal_letter_token',
  'identity may insert of auth_act: created_at, entry, id, workspace_id',
  'identity may insert of emergency_sign_in: created_at, provider_id, session_id, user_id, workspace_id',
  'identity may insert of erasure_place: ended_at, user_id, was_member, workspace_id',
  'identity may insert of external_identity: created_at, issuer, subject, user_id, workspace_id',
  'identity may insert of mail: attempts, created_at, ended_at, expires_at, holder, id, kind, last_error, leased_until, next_attempt_at, on_request, paced, recipient, root_key_id, sealed, state, workspace_id, wrapped',
  'identity may select of acceptance_test: created_at, workspace_id',
  'identity may select of access_point_connection: api_key_version, disconnected_at, id, token_hash, workspace_id',
  'identity may select of ai_asset: used_at, workspace_id',
  'identity may select of ai_asset_arrival: begun_at, workspace_id',
  'identity may select of ai_batch: ended_at, workspace_id',
  'identity may select of ai_document: created_at, workspace_id',
  'identity may select of ai_media: created_at, workspace_id',
  'identity may select of ai_video: ended_at, workspace_id',
  'identity may select of artifact: created_at, is_held, workspace_id',
  'identity may select of audit_checkpoint: size, workspace_id',
  'identity may select of audit_repeat: ends_at, workspace_id',
  'identity may select of auth_act: workspace_id',
  'identity may select of budget_warning: workspace_id',
  'identity may select of chat_channel: id, next_attempt_at, position, workspace_id',
  'identity may select of client_checkout: connection_id, created_at, ended_at, expires_at, invoice_id, next_attempt_at, workspace_id',
  'identity may select of client_invoice: id, status, workspace_id',
  'identity may select of client_invoice_letter: mail_id, outcome, workspace_id',
  'identity may select of client_invoice_payment: invoice_id, recorded_at, workspace_id',
  'identity may select of code_host: hook_token_hash, id, token_expires_at, warned_at, workspace_id',
  'identity may select of code_host_delivery: received_at, workspace_id',
  'identity may select of code_host_link: hook_next_at, look_at, next_attempt_at, project_id, seen_revision_id, workspace_id',
  'identity may select of component_bill: due_at, state, workspace_id',
  'identity may select of connection_credential: entrant, expires_at, kind, name, password_sha256, tries',
  'identity may select of data_key: project_id, root_key_id, version, workspace_id',
  'identity may select of deployment: expires_at, run_id, status, workspace_id',
  'identity may select of deployment_host: kind, label, project_id, workspace_id',
  'identity may select of deployment_log: workspace_id, written_at',
  'identity may select of emergency_sign_in: created_at, provider_id, session_id, user_id, workspace_id',
  'identity may select of erasure_place: ended_at, user_id, was_member, workspace_id',
  'identity may select of external_identity: created_at, issuer, subject, user_id, workspace_id',
  'identity may select of growth_lead: contacted_at, created_at, has_consent, workspace_id',
  'identity may select of growth_lead_list: created_at, finished_at, workspace_id',
  'identity may select of growth_lookup_cache: found_at, workspace_id',
  'identity may select of growth_mailbox: status, workspace_id',
  'identity may select of growth_mailbox_revocation: due_at, workspace_id',
  'identity may select of growth_message: created_at, due_at, handed_over_at, names_lead, status, workspace_id',
  'identity may select of growth_page: read_at, workspace_id',
  'identity may select of growth_provider_call: expires_at, sent_at, status, workspace_id',
  'identity may select of growth_run: proposals_due, workspace_id',
  'identity may select of idempotency_answer: created_at, workspace_id',
  'identity may select of identity_domain: checked_at, created_at, domain, id, missing_since, token, verified_at, workspace_id',
  'identity may select of identity_provider: ciphertext, client_id, created_at, default_role, emergency_passkey_id, id, issuer, key_version, name, required_at, role_claim, roles, trusts_addresses, updated_at, workspace_id',
  'identity may select of image_build: status, workspace_id',
  'identity may select of import_scan: expires_at, workspace_id',
  'identity may select of invoice_reminders: days, workspace_id',
  'identity may select of invoice_transmission: connection_id, next_attempt_at, workspace_id',
  'identity may select of ledger: audit_position, event_position, workspace_id',
  'identity may select of letter: due_at, ended_at, workspace_id',
  'identity may select of linear_session: closed_at, id, workspace_id',
  'identity may select of mail: attempts, created_at, ended_at, expires_at, holder, id, kind, last_error, leased_until, next_attempt_at, on_request, paced, recipient, root_key_id, sealed, state, workspace_id, wrapped',
  'identity may select of member_invitation: accepted_at, expires_at, lapsed_at, revoked_at, token_hash, workspace_id',
  'identity may select of payment_connection: api_key_version, disconnected_at, id, webhook_key_version, workspace_id',
  'identity may select of payment_token: connection_id, token_hash, workspace_id',
  'identity may select of pending_request: created_at, deleted_at, status, workspace_id',
  'identity may select of portal_client: user_id, workspace_id',
  'identity may select of portal_invitation: accepted_at, email, email_normal, expires_at, id, revoked_at, workspace_id',
  'identity may select of portal_letter_token: invitation_id, token_hash',
  'identity may select of portal_slug: given_up_at, slug, workspace_id',
  'identity may select of portal_token: invitation_id, token_hash, workspace_id',
  'identity may select of production_domain: checked_at, connected_at, domain, project_id, workspace_id',
  'identity may select of project: deleted_at, head_revision_id, id, purged_at, workspace_id',
  'identity may select of project_import: claimed_until, expires_at, finalized_at, status, workspace_id',
  'identity may select of pull_request: id, next_attempt_at, project_id, workspace_id',
  'identity may select of repository: detached_at, host, id, project_id, purged_at, workspace_id',
  'identity may select of repository_pack: created_at, index_bytes, index_sha256, name, object_id, pack_bytes, pack_sha256, pruned_at, repository_id, workspace_id',
  'identity may select of repository_ref: repository_id',
  'identity may select of revision_upload: claimed_until, expires_at, finalized_at, status, workspace_id',
  'identity may select of run: ended_at, id',
  'identity may select of seat: client_account_id, user_id, workspace_id',
  'identity may select of sent_invoice_document: sent_at, workspace_id',
  'identity may select of task_credential: expires_at, id, project_id, run_id, secret_hash, task_id, user_id, workspace_id',
  'identity may select of task_transcript: created_at, workspace_id',
  'identity may select of tracker: hook_token_hash, id, next_renewal_at, token_expires_at, warned_at, workspace_id',
  'identity may select of tracker_delivery: received_at, workspace_id',
  'identity may select of tracker_link: look_at, project_id, workspace_id',
  'identity may select of tracker_post: id, key, next_attempt_at, workspace_id',
  'identity may select of webhook: disabled_at, failures, id, is_full, leased_until, next_due_at, position, replay_until, rests_until, turn_at, workspace_id',
  'identity may select of webhook_delivery: ended_at, workspace_id',
  'identity may select of workspace_data_key: root_key_id, version, workspace_id',
  'identity may update of connection_credential: tries',
  'identity may update of mail: attempts, ended_at, holder, last_error, leased_until, next_attempt_at, root_key_id, sealed, state, wrapped',
  'tenant may delete of membership',
  'tenant may insert of api_key: client_id, created_at, expires_at, hint, id, name, project_ids, scopes, secret_hash, user_id, workspace_id',
  'tenant may insert of membership: created_at, identity_provider_at, keys_warned_at, role, user_id, workspace_id',
  'tenant may insert of program_token: api_key_id, challenge, created_at, expires_at, kind, redirect_uri, token_hash, used_at, workspace_id',
  'tenant may select of api_key: client_id, created_at, expires_at, hint, id, last_used_at, name, project_ids, revoked_at, revoked_by, scopes, user_id, workspace_id',
  'tenant may select of letter_setting: approvals, budgets, failed_runs, requests, updated_at, user_id',
  'tenant may select of membership: created_at, identity_provider_at, keys_warned_at, role, user_id, workspace_id',
  'tenant may select of users: email, email_normal, id, name',
  'tenant may select of workspace: id, locale, name, settings_revision, time_zone',
  'tenant may update of api_key: revoked_at, revoked_by',
  'tenant may update of membership: keys_warned_at, role',
  'tenant may update of workspace: locale, name, settings_revision, time_zone',
]

test('a serving role has only the listed rights on tables of the other', async () => {
  const ofIdentity = Object.keys(exempt).filter((name) => exempt[name]!.startsWith('identity:'))
  const given = await owner<{ line: string }>(`
    with rights as (
      select grantee, table_name, lower(privilege_type) as right, string_agg(column_name, ', ' order by column_name) as columns
      from information_schema.column_privileges where table_schema = 'public' group by 1, 2, 3
      union all
      select grantee, table_name, 'delete', null from information_schema.table_privileges
      where table_schema = 'public' and privilege_type in ('DELETE', 'TRUNCATE'))
    select format('%s may %s of %s', substr(grantee, 9), "right", table_name) || coalesce(': ' || columns, '') as line
    from rights join pg_class c on c.relname = table_name and c.relnamespace = 'public'::regnamespace
    where grantee = case when relname = any('{${ofIdentity.join()}}') then 'atelier_tenant'
      when relforcerowsecurity then 'atelier_identity' end`)
  expect(given.map(({ line }) => line).sort()).toEqual(acrossRoles)
})

test('every insert pairs each column with its value', () => {
  const visit = table('visit', { id: 'uuid', pageUrl: 'text' }, { workspaceId: 'uuid', at: 'timestamptz' })
  const text = insertInto(visit, ['pageUrl', 'id'], { workspaceId: ':workspace', at: 'now()' }, 'returning id')
  expect(text).toBe(
    'insert into visit (page_url, id, workspace_id, at) values (:pageUrl, :id, :workspace, now()) returning id',
  )
  // @ts-expect-error A column that the table does not have.
  expect(insertInto(visit, ['page'])).toContain('page')
})
