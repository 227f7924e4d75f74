import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { emptyProject } from '../../testing/cycles.ts'
import { make } from '../../testing/matrix/resources.ts'
import { scene } from '../../testing/scene.ts'
import { testServer } from '../../testing/server.ts'
import { newPerson, signIn } from '../../testing/people/sessions.ts'
import { asOwner } from '../../testing/database-state.ts'
import { removeExpired } from '../../platform/retention/index.ts'
import { scheduledContext } from '../../testing/jobs/scheduled.ts'
import { allDomains } from './domains.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const expiries = allDomains.flatMap(({ retention }) => retention)
const removeOld = () => removeExpired(server.database, expiries, scheduledContext)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const ids = async (table: string) => new Set((await asOwner(server, `select id from ${table}`)).map(({ id }) => id))

test('sessions and links are deleted a day after they end, and active ones stay', async () => {
  const { userId } = await newPerson(server)
  const old = await signIn(server, userId, { expiresAt: daysAgo(1.1) })
  const recent = await signIn(server, userId, { expiresAt: daysAgo(0.9) })
  const living = await signIn(server, userId)
  const links = [daysAgo(2), daysAgo(0)].map((expiresAt) => [uuidv7(), expiresAt] as const)
  for (const [id, expiresAt] of links)
    await asOwner(server, `insert into verification (id, identifier, value, expires_at) values ($1, 'x', 'y', $2)`, [
      id,
      expiresAt,
    ])
  await removeOld()
  const left = await ids('session')
  expect([old, recent, living].map(({ sessionId }) => left.has(sessionId))).toEqual([false, true, true])
  const leftLinks = await ids('verification')
  expect(links.map(([id]) => leftLinks.has(id))).toEqual([false, true])
})

test('people with an unverified address and no place are deleted after a month; members, verified and erased people stay', async () => {
  const at = await scene(server)
  const [squatter, recent, proven, erased] = await Promise.all([
    newPerson(server, { isVerified: false }),
    newPerson(server, { isVerified: false }),
    newPerson(server),
    newPerson(server, { isVerified: false }),
  ])
  const member = await at.join('member')
  await asOwner(server, 'update users set email_verified = false where id = $1', [member.userId])
  await asOwner(server, `insert into erasure (user_id, ended_at) values ($1, now())`, [erased.userId])
  await asOwner(server, 'update users set created_at = $1 where id <> $2', [daysAgo(31), recent.userId])
  await removeOld()
  const left = await ids('users')
  expect([squatter, recent, proven, erased, member].map(({ userId }) => left.has(userId))).toEqual([
    false,
    true,
    true,
    true,
    true,
  ])
  await expect(newPerson(server, { email: squatter.email })).resolves.toMatchObject({ email: squatter.email })
})

test('ended invitations are deleted after 90 days in every workspace, with their references; open ones stay', async () => {
  const at = await scene(server)
  const neighbour = await scene(server)
  const member = async (workspace: string, ended: Record<string, Date>) => {
    const id = uuidv7()
    const text = `insert into member_invitation (id, workspace_id, email, email_normal, role, token_hash, created_at, created_by, sent_at,
      expires_at, revoked_at, revoked_by) values ($1, $2, $3, $3, 'member', sha256($3::text::bytea), $4, $1, $4, $5, $6, case when $6::timestamptz is null then null else $1::uuid end)`
    await asOwner(server, text, [
      id,
      workspace,
      `${id}@example.com`,
      daysAgo(200),
      ended.expires,
      ended.revoked ?? null,
    ])
    return id
  }
  const portal = async (expiresAt: Date) => {
    const id = uuidv7()
    const text = `insert into portal_invitation (id, workspace_id, email, email_normal, project_grants, created_at, created_by, expires_at)
      values ($1, $2, $3, $3, '[]', $4, $1, $5)`
    await asOwner(server, text, [id, at.workspace, `${id}@example.com`, daysAgo(200), expiresAt])
    await asOwner(
      server,
      `insert into portal_token (token_hash, workspace_id, invitation_id) values (sha256($1::text::bytea), $2, $3)`,
      [id, at.workspace, id],
    )
    return id
  }
  const members = [
    await member(at.workspace, { expires: daysAgo(91) }),
    await member(at.workspace, { expires: daysAgo(10), revoked: daysAgo(91) }),
    await member(at.workspace, { expires: daysAgo(91), revoked: daysAgo(89) }),
    await member(at.workspace, { expires: daysAgo(-1) }),
    await member(neighbour.workspace, { expires: daysAgo(91) }),
  ]
  const portals = [await portal(daysAgo(91)), await portal(daysAgo(89))]
  await removeOld()
  const left = await ids('member_invitation')
  const leftPortals = await ids('portal_invitation')
  expect(members.map((id) => left.has(id))).toEqual([false, false, true, true, false])
  expect(portals.map((id) => leftPortals.has(id))).toEqual([false, true])
  expect(await asOwner(server, 'select 1 from portal_token where invitation_id = $1', [portals[0]])).toEqual([])
})

test('steps of agents are deleted a year after they were written, in every workspace; later ones stay', async () => {
  const steps: { readonly runId: string; readonly isKept: boolean }[] = []
  for (const days of [366, 364, 366]) {
    const at = await scene(server)
    const runId = uuidv7()
    const taskId = await make('task', {
      server,
      at,
      projectId: await emptyProject(at.owner),
      userId: at.clientId,
      taskId: undefined,
    })
    const text = `insert into task_transcript (workspace_id, task_id, run_id, step_seq, attempt, position, kind, payload, created_at)
      values ($1, $2, $3, 1, 1, 1, 'message', '{}', $4)`
    await asOwner(server, text, [at.workspace, taskId, runId, daysAgo(days)])
    steps.push({ runId, isKept: days < 365 })
  }
  await removeOld()
  const left = (await asOwner(server, 'select run_id from task_transcript')).map(({ run_id: runId }) => runId)
  expect(steps.map(({ runId }) => left.includes(runId))).toEqual(steps.map(({ isKept }) => isKept))
})

test('every reference to a person is checked before deletion: add a new table to people.expire-unverified', async () => {
  const referring = await asOwner(
    server,
    `select conrelid::regclass::text as name from pg_constraint
     where confrelid = 'users'::regclass and contype = 'f' and confdeltype <> 'c' order by 1`,
  )
  expect(referring.map(({ name }) => name)).toEqual(['api_key', 'erasure', 'membership'])
})
