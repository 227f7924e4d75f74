import { batchIn } from '../ai/batch-rows.ts'
import { mailFrom, mailTo } from '../growth/mail.ts'
import { filledPlayIn } from '../growth/play-rows.ts'
import { growthProjectIn, leadIn } from '../growth/rows.ts'
import { documentIn } from '../ai/document-rows.ts'
import { mediaIn, videoIn } from '../ai/media-rows.ts'
import { v7 as uuidv7 } from 'uuid'
import { sendProjectMessage } from '../../domains/delivery/conversation/contract.ts'
import { createAgent } from '../../domains/agents/agents/contract.ts'
import { inviteClientPortalMember } from '../../domains/accounts/clients/contract/portals.ts'
import { inviteMember } from '../../domains/accounts/workspaces/contract/members.ts'
import { importProjectSecretFiles } from '../../domains/code/secrets/contract.ts'
import { chargeFor, issuedOf } from '../billing/billed-work.ts'
import { copyRows } from '../databases/copied-rows.ts'
import { emptyProject } from '../cycles.ts'
import { publishedIn } from '../runs/deliverables.ts'
import { furnish, hostile } from './furnished-workspace.ts'
import { makeAccount, makeAccountProject, openPortalOf, portalClientOf, seatOf } from '../clients/portals.ts'
import { bundleRepository, git, importProject, inFolder, writeFiles } from '../repository.ts'
import { requestIn } from '../runs/requests.ts'
import type { Scene } from '../scene.ts'
import type { TestServer } from '../server.ts'
import { asOwner } from '../database-state.ts'
import { deliveryOf, webhookOf } from '../webhooks/webhook-rows.ts'

/** Text of people at its worst: markup, terminal escapes, letters that turn the direction, emoji, a word without an end. */
const worst = `\u001b[31m\u202e${hostile}\u0007`
const named = (most: number) => `left(n || ' ' || '${worst.replaceAll("'", "''")}', ${most})`

/** The ids in a page's address. */
export interface CrowdedIds {
  readonly projectId: string
  readonly coded: string
  readonly cycleId: string
  readonly taskId: string
  readonly deliverable: string
  readonly clientId: string
  readonly invoiceId: string
  readonly webhookId: string
  readonly slug: string
  readonly questionId: string
  readonly documentId: string
  readonly batchId: string
  readonly growthProjectId: string
  readonly growthLeadId: string
  readonly growthPlayId: string
}

/** In the place of an id of what is not there. */
export const absent = 'absent'
const nothing: CrowdedIds = {
  projectId: absent,
  coded: absent,
  cycleId: absent,
  taskId: absent,
  deliverable: absent,
  clientId: absent,
  invoiceId: absent,
  webhookId: absent,
  slug: absent,
  questionId: absent,
  documentId: absent,
  batchId: absent,
  growthProjectId: absent,
  growthLeadId: absent,
  growthPlayId: absent,
}

interface PortalPerson {
  readonly email: string
  readonly userId: string
}

/** One of everything that a list shows, hostile in all its words. */
const oneOfEach = async (server: TestServer, at: Scene, userId: string, client: PortalPerson) => {
  const { projectId, running, task } = await furnish(server, at)
  await at.grant(projectId, client.userId, 'steer')
  const deliverable = await publishedIn(server, at, projectId, {
    title: hostile.slice(0, 200),
    clientStatus: 'in_review',
  })
  await requestIn(server, at, projectId, { title: worst.slice(0, 200), question: worst, cycleId: running })
  const questionId = await requestIn(server, at, projectId, {
    requiredActor: 'client',
    title: worst.slice(0, 200),
    question: worst,
  })
  await at.owner.call(sendProjectMessage, { id: projectId, body: { content: hostile } })
  await asOwner(
    server,
    `insert into message (workspace_id, id, project_id, cycle_id, content, author_side, created_by, created_at)
     values ($1, $2, $3, $4, $5, 'agency', $6, now())`,
    [at.workspace, uuidv7(), projectId, running, worst, userId],
  )
  const clientId = await makeAccount(at, hostile.slice(0, 190))
  await makeAccountProject(at, clientId)
  await seatOf(server, at, clientId, client.userId)
  await at.owner.call(inviteClientPortalMember, {
    id: clientId,
    body: { email: `${'long'.repeat(14)}@example.com`, projectGrants: [], canCreateProjects: false },
  })
  await at.owner.call(inviteMember, { body: { email: `${'wide'.repeat(14)}@example.com`, role: 'member' } })
  const invoiceId = await issuedOf(at, [await chargeFor(at, clientId, { description: hostile.slice(0, 480) })])
  await chargeFor(at, clientId, { description: hostile.slice(0, 480) })
  const webhookId = await webhookOf({ server, at, userId })
  await deliveryOf({ server, at }, webhookId)
  const documentId = await documentIn(server, at)
  const batchId = await batchIn(server, at)
  await mediaIn(server, at)
  await videoIn(server, at)
  const growthProjectId = await growthProjectIn(server, at)
  const growthLeadId = await leadIn(server, at, { projectId: growthProjectId })
  const mailed = { leadId: growthLeadId, projectId: growthProjectId, mailboxId: null }
  await mailTo(server, at, mailed)
  await mailTo(server, at, { ...mailed, status: 'draft' })
  await mailFrom(server, at, { ...mailed, subject: hostile.slice(0, 900), body: worst })
  const texts = { name: hostile.slice(0, 200), subject: hostile.slice(0, 200), sentence: hostile }
  const growthPlayId = await filledPlayIn(server, at, { projectId: growthProjectId, texts })
  const body = { name: hostile.slice(0, 120), description: hostile, duty: 'executor', projectId }
  await at.owner.call(createAgent, { body })
  return {
    projectId,
    cycleId: running,
    taskId: task.id,
    deliverable,
    clientId,
    invoiceId,
    webhookId,
    questionId,
    documentId,
    batchId,
    growthProjectId,
    growthLeadId,
    growthPlayId,
  }
}

/** A project whose repository has so many files in one folder, and so many branches. */
const codedProject = async (server: TestServer, at: Scene, files: number) => {
  const bundle = await inFolder(async (folder) => {
    git(folder, 'init', '-q', '-b', 'main')
    const name = (n: number) => `deep/${'Rindfleischetikettierung'.repeat(3)}/إضافة ${n} 🧾.txt`
    await writeFiles(folder, Object.fromEntries(Array.from({ length: files }, (_, n) => [name(n), `${n}\n`])))
    git(folder, 'add', '-A')
    git(folder, 'commit', '-q', '-m', 'First')
    const head = git(folder, 'rev-parse', 'HEAD').trim()
    const refs = Array.from({ length: files }, (_, n) => `${head} refs/heads/${'branch-'.repeat(12)}${n}\n`)
    await writeFiles(folder, {
      '.git/packed-refs': `# pack-refs with: peeled fully-peeled sorted \n${refs.toSorted().join('')}`,
    })
    return bundleRepository(folder)
  })
  const { projectId } = await importProject(at.owner, bundle)
  const secrets = Array.from({ length: files }, (_, n) => `KEY_${'LONG_'.repeat(8)}${n}=value${n}\n`).join('')
  await at.owner.call(importProjectSecretFiles, {
    projectId,
    body: { files: [{ path: '.env', contentBase64: btoa(secrets) }] },
  })
  await asOwner(
    server,
    `insert into image_build (id, workspace_id, project_id, repository_id, commit_sha, kind, cause, content_hash, status,
       error, log, run_id, step_seq, step_attempt, created_at, ended_at)
     select gen_random_uuid(), $1, $2, $2, repeat('a', 40), 'packages', 'base', repeat('b', 64), 'failed',
       repeat('Rindfleischetikettierung', 9), repeat('long line ', 99), $2, 1, 1, now(), now() from generate_series(1, $3)`,
    [at.workspace, projectId, Math.min(files, 50)],
  )
  return projectId
}

const statuses = `(array['draft', 'running', 'failed', 'completed', 'reviewing'])[1 + n % 5]`
const playStatus = `(array['draft', 'active', 'paused', 'archived'])[1 + n % 4]`
const pauseReason = `case when n % 4 = 2 then 'bounces' end`
const failure = `case when n % 5 = 2 then '{"message":"It did not work."}'::jsonb end`

/** Copies each thing of the workspace until every list of it has so many. */
const crowd = async (server: TestServer, at: Scene, things: CrowdedIds, userId: string, count: number) => {
  const here = `t.workspace_id = '${at.workspace}'`
  const copy = (table: string, where: string, changes = {}) => copyRows(server, table, where, count, changes)
  const id = (name: string, value: string) => `${here} and t.${name} = '${value}'`
  await copy('project', id('id', things.projectId), {
    handle: `translate(lpad(n::text, 4, '0'), '0123456789', 'ABCDEFGHIJ')`,
    name: named(200),
    head_revision_id: 'null',
  })
  await asOwner(
    server,
    `insert into project_grant (workspace_id, project_id, user_id, source, level, created_at)
     select g.workspace_id, p.id, g.user_id, g.source, g.level, g.created_at from project_grant g
     join project p on p.workspace_id = g.workspace_id where g.project_id = $1 on conflict do nothing`,
    [things.projectId],
  )
  await copy('task', id('id', things.taskId), {
    handle: `split_part(t.handle, '-', 1) || '-' || 1000 + n`,
    number: '10 + n',
    title: named(200),
    status: `'queued'`,
    own_run_id: 'null',
  })
  await copy('pending_request', `${here} and t.status = 'pending'`, { title: named(200) })
  // Each deliverable has a cycle of its own.
  const pair = (text: string) => uuidOf(`'${things.deliverable}' || '${text}' || n`)
  await copy('cycle', id('id', things.deliverable), {
    id: pair('cycle'),
    handle: `split_part(t.handle, '-', 1) || '-' || 100000 + n`,
    title: named(200),
    status: statuses,
    failure,
  })
  await copy('deliverable', id('cycle_id', things.deliverable), {
    id: pair('thing'),
    cycle_id: pair('cycle'),
    title: named(200),
    client_status: `(array['draft', 'in_review', 'delivered', 'accepted'])[1 + n % 4]`,
  })
  await copy(
    'deliverable_snapshot',
    `${here} and t.deliverable_id = (select id from deliverable where cycle_id = '${things.deliverable}')`,
    {
      deliverable_id: pair('thing'),
    },
  )
  await copy('message', `${here} and t.cycle_id is null`)
  await copy('message', `${here} and t.cycle_id is not null`)
  await copy('agent', here, { name: named(120) })
  await copy('growth_play', id('id', things.growthPlayId), {
    name: named(200),
    status: playStatus,
    pause_reason: pauseReason,
  })
  await copy('growth_message', `${id('growth_play_id', things.growthPlayId)} and t.status = 'draft' and t.step = 1`, {
    lead_id: 'gen_random_uuid()',
  })
  await peopleOf(server, at, things, userId, count)
  await moneyOf(server, at, count)
  await copy('webhook_delivery', here, { message_id: 'gen_random_uuid()' })
  await recordOf(server, at, count)
}

/** An id that is the same for the same text. With version and variant: a cursor carries no other. */
const uuidOf = (text: string) => `overlay(overlay(md5(${text}) placing '4' from 13) placing 'a' from 17)::uuid`

const peopleOf = async (server: TestServer, at: Scene, { clientId }: CrowdedIds, userId: string, count: number) => {
  const here = `t.workspace_id = '${at.workspace}'`
  const copy = (table: string, where: string, changes = {}) => copyRows(server, table, where, count, changes)
  const person = uuidOf(`'${at.workspace}' || 'person' || n`)
  const email = `'${'person'.repeat(9)}' || n || md5('${at.workspace}') || '@example.com'`
  await copy('users', `t.id = '${userId}'`, { id: person, name: named(200), email, email_normal: email })
  await copy('membership', `${here} and t.user_id = '${userId}'`, { user_id: person, role: `'member'` })
  await copy('seat', `${here} and t.client_account_id = '${clientId}'`, { user_id: person })
  await copy('portal_client', here, { user_id: person })
  await copy('member_invitation', here, {
    email,
    email_normal: email,
    token_hash: `sha256(n::text::bytea || '${at.workspace}')`,
  })
  await copy('portal_invitation', here, { email, email_normal: email })
  await copy(
    'api_key',
    `${here} and t.user_id = (select user_id from membership m where m.workspace_id = '${at.workspace}' and role = 'owner' limit 1)`,
    {
      name: named(100),
      secret_hash: `sha256(n::text::bytea || '${at.workspace}')`,
    },
  )
  await copy('session', `t.user_id = '${userId}'`, { token_hash: `left(md5(n::text) || md5(t.id::text), 43)` })
  await copy('client_account', `${here} and t.id = '${clientId}'`, { name: named(200) })
  await asOwner(server, `update project set client_account_id = $2 where workspace_id = $1`, [at.workspace, clientId])
}

const moneyOf = async (server: TestServer, at: Scene, count: number) => {
  const here = `t.workspace_id = '${at.workspace}'`
  await copyRows(server, 'client_invoice', here, count, {
    invoice_number: `'2026-' || (1000 + n)`,
    invoice_sequence: '1000 + n',
    previous_sequence: '999 + n',
    status: `case when n % 4 = 0 then 'paid' else 'final' end`,
    paid_at: 'case when n % 4 = 0 then now() end',
    settled_at: 'case when n % 4 = 0 then now() end',
    settled_by: 'case when n % 4 = 0 then t.created_by end',
    buyer_legal_name: named(190),
  })
  await asOwner(
    server,
    `insert into client_invoice_payment
       (id, workspace_id, invoice_id, client_account_id, currency, kind, amount_minor, source, paid_at, recorded_at, recorded_by)
     select gen_random_uuid(), workspace_id, id, client_account_id, currency, 'payment', total_minor, 'hand', paid_at, settled_at,
       settled_by
     from client_invoice where workspace_id = $1 and status = 'paid'`,
    [at.workspace],
  )
  await copyRows(server, 'billable', `${here} and t.invoice_id is null`, count)
}

/** Rows of the record, after which the ledger continues. */
const recordOf = async (server: TestServer, at: Scene, count: number) => {
  const first = (table: string) =>
    `t.workspace_id = '${at.workspace}' and t.position = (select max(position) from ${table} where workspace_id = '${at.workspace}')`
  await copyRows(server, 'activity_event', first('activity_event'), count, { position: 't.position + n' })
  await copyRows(server, 'audit_row', first('audit_row'), count, { position: 't.position + n' })
  await asOwner(
    server,
    `update ledger set audit_position = audit_position + $2, event_position = event_position + $2 where workspace_id = $1`,
    [at.workspace, count],
  )
}

export type CrowdSize = 'none' | 'one' | 'a thousand'

interface Furnishing {
  readonly userId: string
  readonly client: PortalPerson
  readonly filling: CrowdSize
  /** Whether there is a repository with as many files, which git takes longest to make. */
  readonly hasFiles: boolean
}

/** Fills a workspace, in which a client of its portal has a place; gives what addresses of pages name. */
export const crowdedWorkspace = async (
  server: TestServer,
  at: Scene,
  { userId, client, filling, hasFiles }: Furnishing,
): Promise<CrowdedIds> => {
  await asOwner(server, `insert into membership (workspace_id, user_id, role) values ($1, $2, 'client')`, [
    at.workspace,
    client.userId,
  ])
  const slug = await openPortalOf(at)
  await portalClientOf(server, at, client.userId)
  if (filling === 'none') {
    const bare = await emptyProject(at.owner)
    await at.grant(bare, client.userId, 'steer')
    return { ...nothing, slug, projectId: bare }
  }
  const count = filling === 'one' ? 1 : 1_000
  const things = await oneOfEach(server, at, userId, client)
  const named = { ...nothing, ...things, slug, ...(hasFiles && { coded: await codedProject(server, at, count) }) }
  if (filling === 'a thousand') await crowd(server, at, named, userId, count)
  return named
}
