import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { exportAuditLog } from '../domains/record/audit/contract.ts'
import { updateWorkspacePortalSettings } from '../domains/accounts/clients/contract/portals.ts'
import { saveWebProviderKey, toggleCrawl } from '../domains/agents/web-search/contract.ts'
import { saveBillingIdentity, saveClientBillingIdentity } from '../domains/billing/billables/contract.ts'
import { updateGrowthSettings } from '../domains/growth/settings/contract.ts'
import { connectPaymentProvider } from '../domains/billing/payments/contract.ts'
import { connectAccessPoint } from '../domains/billing/transmissions/contract.ts'
import { createProjectEnvironment } from '../domains/code/environments/contract.ts'
import { importProjectMcp, importProjectSkill } from '../domains/agents/project-resources/contract.ts'
import { createProject, getProject, setWorkspacePolicies } from '../domains/code/projects/contract.ts'
import { addTaskComment } from '../domains/delivery/conversation/contract.ts'
import { chargeFor, issuedOf, noBuyer, nobody } from './billing/billed-work.ts'
import { emptyProject } from './cycles.ts'
import { fileBlock, library, mergeUnverified, propose, runCycle } from './delivery.ts'
import { kindNames, make } from './matrix/resources.ts'
import { bundleOf, importProject } from './repository.ts'
import { scene } from './scene.ts'
import { testServer } from './server.ts'
import { asOwner } from './database-state.ts'
import { taskAgent } from './runs/task-agent.ts'

const server = await testServer()
const { database } = server

/** A workspace in which the product has left rows wherever it does so without help. */
const livedIn = async (): Promise<string> => {
  const at = await scene(server)
  const { owner, client } = at
  const { projectId } = await importProject(owner, await bundleOf(library))
  await owner.call(createProjectEnvironment, { projectId, body: { label: 'Test', config: {} } })
  await owner.call(importProjectSkill, { id: projectId, body: { slug: 'test', content: 'Test' } })
  await owner.call(importProjectMcp, { id: projectId, body: { name: 'tools', transport: 'stdio', command: 'none' } })
  await owner.call(saveWebProviderKey, { provider: 'tavily', body: { apiKey: 'tvly-x' } })
  await owner.call(updateGrowthSettings, { body: { leadRetentionDays: 90 } })
  await owner.call(toggleCrawl, { body: { enabled: true } })
  await owner.call(connectPaymentProvider, { body: { provider: 'stripe', apiKey: 'sk_test_x' } })
  await owner.call(connectAccessPoint, { body: { driver: 'e-invoice-be', environment: 'test', apiKey: 'x' } })
  await owner.call(setWorkspacePolicies, { body: {} })
  await mergeUnverified(owner, projectId)
  const { tasks } = await runCycle(owner, await propose(owner, projectId, fileBlock('a.txt', 'x\n')))
  await owner.call(addTaskComment, { id: tasks[0]!.id, body: { body: 'Test' } })
  const place = { server, at, projectId, userId: at.clientId, taskId: undefined }
  for (const kind of kindNames) await make(kind, place)
  const clientAccountId = await make('client_account', place)
  await owner.call(saveBillingIdentity, { body: nobody })
  await owner.call(saveClientBillingIdentity, { clientAccountId, body: noBuyer })
  await issuedOf(at, [await chargeFor(at, clientAccountId)])
  await taskAgent(server, at, { projectId: await emptyProject(owner) })
  await client.call(getProject, { id: uuidv7() })
  await client.call(createProject, { body: {} })
  await owner.call(createProject, { body: {}, headers: { 'idempotency-key': uuidv7() } })
  await owner.call(updateWorkspacePortalSettings, { body: { canCreateProjects: true } })
  await owner.call(exportAuditLog)
  return at.workspace
}
// One after the other: requests have one sandbox of two, and an import that finds none free is refused.
const one = await livedIn()
const other = await livedIn()

/** Tables that may be empty here. Their policies are the same, word for word, as the first test shows. */
const unseeded = [
  'acceptance_test',
  'accounting_settings',
  'ai_asset',
  'ai_asset_arrival',
  'ai_batch',
  'ai_batch_item',
  'ai_document',
  'ai_media',
  'ai_media_file',
  'ai_page',
  'ai_page_decision',
  'ai_parse',
  'ai_video',
  'artifact',
  'audit_tree',
  'auth_act',
  'budget_warning',
  'built_in_agent_end',
  'chat_channel',
  'check_rerun',
  'client_accounting',
  'client_checkout',
  'client_invoice_letter',
  'client_invoice_payment',
  'code_host',
  'code_host_delivery',
  'code_host_link',
  'component_bill',
  'component_file',
  'connection_credential',
  'crawl_month',
  'cycle_intake',
  'cycle_repository',
  'data_key',
  'deliverable_signature',
  'deliverable_statement',
  'deployment',
  'deployment_host',
  'deployment_log',
  'deployment_picture',
  'emergency_sign_in',
  'erasure_place',
  'external_identity',
  'growth_chain',
  'growth_company_supply',
  'growth_draft_run',
  'growth_lookup_cache',
  'growth_lookup_month',
  'growth_lookup_pass',
  'growth_mailbox',
  'growth_mailbox_connection',
  'growth_mailbox_day',
  'growth_mailbox_revocation',
  'growth_play',
  'growth_proposal_run',
  'growth_provider_call',
  'growth_provider_setting',
  'harness_preference',
  'identity_provider',
  'image_build',
  'invoice_reminder_obstacle',
  'invoice_reminders',
  'invoice_transmission',
  'invoice_transmission_status',
  'letter',
  'linear_session',
  'locked_component',
  'model_call_policy',
  'model_preference',
  'payment_notice',
  'portal_letter_token',
  'portal_token',
  'preview_share',
  'production_domain',
  'program_token',
  'project_run',
  'protected_file',
  'pull_request',
  'pull_request_comment',
  'run_parked',
  'secret_entry',
  'secrets_sync',
  'sent_invoice_document',
  'task_dependency',
  'tracker',
  'tracker_delivery',
  'tracker_link',
  'tracker_note',
  'tracker_post',
  'vulnerability_notice',
]

const guarded = (
  await asOwner(
    server,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and relrowsecurity and relname not in ('users', 'letter_setting', 'workspace') order by 1`,
  )
).map(({ name }) => name as string)
const rowsIn = async (table: string, workspace: string) =>
  (await asOwner(server, `select from ${table} where workspace_id = $1`, [workspace])).length

const counts = await Promise.all(guarded.map((name) => Promise.all([rowsIn(name, one), rowsIn(name, other)])))
const seeded = guarded.filter((_name, at) => !counts[at]!.includes(0))

test('each policy of the tenant role admits only the workspace of the transaction', async () => {
  const own = `(workspace_id = (NULLIF(current_setting('app.workspace'::text, true), ''::text))::uuid)`
  const policies = await asOwner(
    server,
    `select tablename as name, qual, coalesce(with_check, qual) as "check", permissive from pg_policies
     where schemaname = 'public' and roles && '{public, atelier_tenant}' and tablename not in ('users', 'letter_setting', 'workspace') order by 1`,
  )
  expect(policies).toEqual(guarded.map((name) => ({ name, qual: own, check: own, permissive: 'PERMISSIVE' })))
})

test('every table has rows of both workspaces, except the named ones', () => {
  expect(guarded.filter((name) => !seeded.includes(name) && !unseeded.includes(name))).toEqual([])
})

test.each(seeded)('%s: no row without a workspace, and with one exactly its own rows', async (name) => {
  const query = { text: `select workspace_id as id from ${name}`, values: [] }
  expect((await database.instance((tx) => tx.query(query))).rows).toEqual([])
  expect((await database.within(uuidv7(), (tx) => tx.query(query))).rows).toEqual([])
  const { rows } = await database.within(one, (tx) => tx.query<{ id: string }>(query))
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([one]))
  expect(rows).toHaveLength(await rowsIn(name, one))
})

test('users: no row without a workspace, and with one exactly its own people', async () => {
  const query = { text: 'select id from users', values: [] }
  expect((await database.instance((tx) => tx.query(query))).rows).toEqual([])
  const { rows } = await database.within(one, (tx) => tx.query<{ id: string }>(query))
  const people = await asOwner(server, 'select user_id as id from membership where workspace_id = $1', [one])
  expect(rows.map(({ id }) => id).sort()).toEqual(people.map(({ id }) => id as string).sort())
})

test('workspace: no row without a workspace, and with a workspace only its own row, never another', async () => {
  const query = { text: 'select id from workspace', values: [] }
  expect((await database.instance((tx) => tx.query(query))).rows).toEqual([])
  expect((await database.within(one, (tx) => tx.query(query))).rows).toEqual([{ id: one }])
  const rename = { text: `update workspace set name = 'Taken over' where id = $1`, values: [other] }
  expect((await database.within(one, (tx) => tx.query(rename))).rowCount).toBe(0)
  await expect(
    database.within(one, (tx) => tx.query({ text: 'update workspace set id = $1', values: [other] })),
  ).rejects.toThrow(/permission denied/)
})

test('letter_setting: no row without a workspace, and with a workspace exactly the rows of its own people', async () => {
  await asOwner(
    server,
    `insert into letter_setting (user_id, requests, approvals, failed_runs, updated_at)
     select distinct user_id, true, true, true, now() from membership on conflict do nothing`,
  )
  const query = { text: 'select user_id as id from letter_setting', values: [] }
  expect((await database.instance((tx) => tx.query(query))).rows).toEqual([])
  const { rows } = await database.within(one, (tx) => tx.query<{ id: string }>(query))
  const people = await asOwner(server, 'select user_id as id from membership where workspace_id = $1', [one])
  expect(rows.map(({ id }) => id).sort()).toEqual(people.map(({ id }) => id as string).sort())
  await expect(
    database.within(one, (tx) => tx.query({ text: 'delete from letter_setting', values: [] })),
  ).rejects.toThrow(/permission denied/)
})

test('no insert or update of the tenant role reaches another workspace, in any table', async () => {
  const refused = [
    `insert into project_grant (workspace_id, project_id, user_id, source, level, created_at)
     select $1, id, id, 'legacy', 'view', now() from project limit 1`,
    `update project set workspace_id = $1`,
    `update cycle set workspace_id = $1`,
    `insert into membership (workspace_id, user_id, role) select $1, user_id, 'owner' from membership limit 1`,
  ]
  for (const text of refused)
    await expect(database.within(one, (tx) => tx.query({ text, values: [other] }))).rejects.toThrow(
      /row-level security/,
    )
})
