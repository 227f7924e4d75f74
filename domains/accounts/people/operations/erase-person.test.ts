import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { writeAudit } from '../../../../testing/audit/audit-rows.ts'
import { mailTo } from '../../../../testing/mail/scene.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { newPerson, signIn } from '../../../../testing/people/sessions.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { openLedger } from '../../../../platform/audit/index.ts'
import { verifyAuditChain } from '../../../record/audit/contract.ts'
import { createProject } from '../../../code/projects/contract.ts'
import { erasePerson, exportPerson } from '../contract/own-data.ts'
import { erasePeople } from '../jobs/erase-people.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const { database } = server
const finish = () => erasePeople(server.parts, new AbortController().signal)

const makeStale = (userId: string) =>
  asOwner(server, `update session set created_at = now() - interval '16 minutes' where user_id = $1`, [userId])
const makeOwner = (workspace: string, userId: string, role = 'owner') =>
  asOwner(server, 'insert into membership (workspace_id, user_id, role) values ($1, $2, $3)', [workspace, userId, role])
const ownerOf = async (workspace: string) => {
  const [row] = await asOwner(server, `select user_id from membership where workspace_id = $1 and role = 'owner'`, [
    workspace,
  ])
  return row!.user_id as string
}

test('202 erases name, address and every sign-in method at once, and workspace data afterwards', async () => {
  const at = await scene(server)
  const { userId, caller: key } = await at.join('member')
  const email = `${userId}@example.com`
  const browser = await at.signIn(userId)
  await writeAudit(
    server,
    at,
    { details: { email: email.toUpperCase() } },
    { details: { email: `jo${email}` } },
    { details: { userId } },
    { details: { name: 'member' }, actor: { type: 'user', id: userId } },
  )
  const insertInvitation = `insert into member_invitation (id, workspace_id, email, email_normal, role, token_hash, created_at,
    created_by, sent_at, expires_at) values ($1, $2, $3, $3, 'member', sha256($3::text::bytea), now(), $1, now(), now() + interval '1 day')`
  await asOwner(server, insertInvitation, [uuidv7(), at.workspace, email])
  const insertPortalInvitation = `insert into portal_invitation (id, workspace_id, email, email_normal, project_grants, created_at,
    created_by, expires_at) values ($1, $2, $3, $3, '[]', now(), $1, now() + interval '1 day')`
  await asOwner(server, insertPortalInvitation, [uuidv7(), at.workspace, email])
  await database.identity((tx) => server.parts.mailer.queueMail(tx, mailTo(email)))

  const reply = await browser.call(erasePerson)
  expect(reply).toMatchObject({ status: 202, body: { userId, requestedAt: expect.any(String) as string } })
  expect((await browser.call(exportPerson)).status).toBe(401)
  expect((await key.call(createProject, { body: {} })).status).toBe(401)
  expect(await asOwner(server, 'select name, email from users where id = $1', [userId])).toEqual([
    { name: 'Erased person', email: `erased-${userId}@erased.invalid` },
  ])
  for (const table of ['membership', 'session', 'account', 'passkey', 'api_key'])
    expect([table, await asOwner(server, `select 1 from ${table} where user_id = $1`, [userId])]).toEqual([table, []])
  expect(await asOwner(server, 'select 1 from mail where recipient = $1', [email])).toEqual([])

  await finish()
  expect(await at.auditActions(userId)).toEqual(['person.erase'])
  const details = (await at.rows('audit_row')).map((row) => JSON.stringify(row.details))
  expect(details.filter((text) => text === 'null')).toHaveLength(2)
  expect(details).toEqual(expect.arrayContaining([`{"email":"jo${email}"}`, `{"userId":"${userId}"}`]))
  expect((await at.owner.call(verifyAuditChain)).body).toMatchObject({ ok: true, erased: 2, broken: null })
  const [{ everything } = {}] = await asOwner(
    server,
    `select string_agg(t::text, ' ') as everything from (
       select row_to_json(u) as t from users u union all select row_to_json(i) from member_invitation i
       union all select row_to_json(o) from portal_invitation o
       union all select row_to_json(e) from erasure e union all select row_to_json(p) from erasure_place p) x`,
  )
  expect(everything).not.toContain(`"${email}"`)
  expect(
    await asOwner(server, 'select ended_at is not null as done from erasure where user_id = $1', [userId]),
  ).toEqual([{ done: true }])
})

test('202 for a person without a place, whose address can be used again', async () => {
  const { caller, userId, email } = await newPerson(server)
  expect((await caller.call(erasePerson)).status).toBe(202)
  await expect(newPerson(server, { email })).resolves.toMatchObject({ email })
  await finish()
  expect(await asOwner(server, 'select 1 from erasure_place where user_id = $1', [userId])).toEqual([])
})

test('202 revokes pending links, for any spelling of the address', async () => {
  const { caller, userId, email } = await newPerson(server)
  const wide = email.replaceAll(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
  await asOwner(server, 'update users set email = $2 where id = $1', [userId, wide])
  const insertLink = `insert into verification (id, identifier, value, expires_at)
    values ($1, $2, $3, now() + interval '1 hour')`
  await asOwner(server, insertLink, [uuidv7(), `change-email-${userId}`, JSON.stringify({ to: email })])
  await asOwner(server, insertLink, [uuidv7(), `reset-password:${uuidv7()}`, userId])
  expect((await caller.call(erasePerson)).status).toBe(202)
  const left = 'select 1 from verification where value = $1 or strpos(value, $2) > 0'
  expect(await asOwner(server, left, [userId, email])).toEqual([])
  await finish()
})

test('202 for the only person of a workspace', async () => {
  const { caller, userId } = await newPerson(server)
  const workspace = uuidv7()
  await asOwner(server, `insert into workspace (id, name) values ($1, 'Alone')`, [workspace])
  await makeOwner(workspace, userId)
  expect((await caller.call(erasePerson)).status).toBe(202)
  // It has no ledger to write to: that part fails, is reported, and does not delay others.
  const { caller: another, userId: anotherId } = await newPerson(server)
  await another.call(erasePerson)
  await expect(finish()).rejects.toThrow('Parts of an erasure failed')
  const ended = 'select ended_at is not null as ended from erasure where user_id = $1'
  expect(await asOwner(server, ended, [anotherId])).toEqual([{ ended: true }])
  await database.within(workspace, (tx) => openLedger(tx, workspace))
  await finish()
  expect(await asOwner(server, ended, [userId])).toEqual([{ ended: true }])
})

test('403 session_not_fresh for an old session, without a change', async () => {
  const { caller, userId } = await newPerson(server)
  await makeStale(userId)
  expectError(await unchanged(server, () => caller.call(erasePerson)), 403, 'session_not_fresh')
})

test('403 for a key, a page of another origin and a portal; 401 without a credential', async () => {
  const at = await scene(server)
  const { caller, userId } = await newPerson(server)
  expectError(await unchanged(server, () => at.member.call(erasePerson)), 403, 'forbidden')
  for (const origin of ['https://evil.example', 'null'])
    expect((await unchanged(server, () => caller.call(erasePerson, { headers: { origin } }))).status).toBe(403)
  const inPortal = { 'x-client-portal': at.workspace }
  expect((await unchanged(server, () => caller.call(erasePerson, { headers: inPortal }))).status).toBe(403)
  const expired = await signIn(server, userId, { expiresAt: new Date(Date.now() - 1) })
  expect((await unchanged(server, () => expired.call(erasePerson))).status).toBe(401)
})

test('409 last_owner names the workspaces that would lose their last owner, without a change', async () => {
  const one = await scene(server)
  const other = await scene(server)
  const userId = await ownerOf(one.workspace)
  await makeOwner(other.workspace, userId)
  const browser = await one.signIn(userId)
  const reply = await unchanged(server, () => browser.call(erasePerson))
  expectError(reply, 409, 'last_owner')
  expect(reply.body).toMatchObject({ workspaceIds: [one.workspace] })
  const { userId: second } = await one.join('owner')
  expect((await (await one.signIn(second)).call(erasePerson)).status).toBe(202)
})

test('409 for one of two last owners who are erased at once', async () => {
  const at = await scene(server)
  const { userId } = await at.join('owner')
  const browsers = [await at.signIn(userId), await at.signIn(await ownerOf(at.workspace))]
  const replies = await Promise.all(browsers.map((browser) => browser.call(erasePerson)))
  expect(replies.map(({ status }) => status).sort()).toEqual([202, 409])
  expect(await ownerOf(at.workspace)).toBeDefined()
})

test('202 once for a person who asks ten times at once', async () => {
  const at = await scene(server)
  const { userId } = await at.join('member')
  const browsers = await Promise.all(Array.from({ length: 10 }, () => at.signIn(userId)))
  const statuses = (await Promise.all(browsers.map((one) => one.call(erasePerson)))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 202)).toHaveLength(1)
  expect(statuses.filter((status) => ![202, 401, 403].includes(status))).toEqual([])
  await Promise.all([finish(), finish()])
  expect(await at.auditActions(userId)).toEqual(['person.erase'])
})

test('a sign-in concurrent with the request is ended by the erasure', async () => {
  const { caller, userId } = await newPerson(server)
  expect((await caller.call(erasePerson)).status).toBe(202)
  const late = await signIn(server, userId)
  await finish()
  server.parts.credentials.sessions.forget()
  expect((await late.call(exportPerson)).status).toBe(401)
})

test('an erasure resumes after its process died', async () => {
  const at = await scene(server)
  const { userId } = await at.join('member')
  await (await at.signIn(userId)).call(erasePerson)
  await erasePeople(server.parts, AbortSignal.abort())
  const open = () => asOwner(server, 'select email from erasure where user_id = $1', [userId])
  expect(await open()).toEqual([{ email: `${userId}@example.com` }])
  await finish()
  expect(await open()).toEqual([{ email: null }])
  await finish()
  expect(await at.auditActions(userId)).toEqual(['person.erase'])
})
