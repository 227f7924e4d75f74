import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { actionsOf, accountScene } from '../../../testing/people/account.ts'
import { callerOf } from '../../../testing/caller.ts'
import { framesOf } from '../../../testing/network/frames.ts'
import { cycleIn, emptyProject } from '../../../testing/cycles.ts'
import { crowd, racing } from '../../../testing/racing.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { newPerson, signIn } from '../../../testing/people/sessions.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { streamCycle } from '../../delivery/cycles/contract.ts'
import { listProjects } from '../../code/projects/contract.ts'
import { addAccountEvent, settleAccountEvents } from './account-events.ts'
import {
  getMe,
  identity,
  initializeMyWorkspace,
  listMySessions,
  revokeMySession,
  setActiveWorkspace,
} from './contract/me.ts'
import { changeLetterSettings } from './store-letters.ts'

const server = await testServer()

test('401 without a credential and 403 for a key, by every operation about the caller', async () => {
  const { owner } = await scene(server)
  for (const operation of Object.values(identity)) {
    const input = { sessionId: uuidv7(), ...('body' in operation && { body: { workspaceId: uuidv7() } }) }
    expect((await callerOf(server.baseUrl, undefined).call(operation, input)).status).toBe(401)
    expectError(await unchanged(server, () => owner.call(operation, input)), 403, 'forbidden')
  }
})

test('a deleted person has no letters to switch off', async () => {
  const off = (userId: string) =>
    server.database.identity((tx) => changeLetterSettings(tx, userId, { requests: false }, new Date()))
  expect(await off((await newPerson(server)).userId)).toMatchObject({ requests: false, approvals: true })
  expect(await off(uuidv7())).toBeUndefined()
})

test('200 identifies the caller and the workspaces, and no other person', async () => {
  const { caller, userId, email } = await newPerson(server)
  expect((await caller.call(getMe)).body).toEqual({
    id: userId,
    name: 'Person',
    email,
    emailVerified: true,
    activeWorkspaceId: null,
    workspaces: [],
    passkeys: 0,
  })
  const asClient = await accountScene(server, userId, 'client')
  const asOwnerOf = await accountScene(server, userId, 'owner')
  await asOwner(
    server,
    `insert into passkey (id, user_id, public_key, credential_id, counter, device_type, backed_up)
     values (gen_random_uuid(), $1, 'key', 'one credential', 0, 'singleDevice', false)`,
    [userId],
  )
  const workspaces = [
    { id: asOwnerOf.workspace, name: 'Test', role: 'owner', timeZone: 'UTC', locale: 'en' },
    { id: asClient.workspace, name: 'Test', role: 'client', timeZone: 'UTC', locale: 'en' },
  ]
  expect((await caller.call(getMe)).body).toMatchObject({ workspaces, passkeys: 1 })
})

describe('sessions', () => {
  test('200 lists the caller’s live sessions, newest first, page by page', async () => {
    const { caller, userId } = await newPerson(server)
    const others = [await signIn(server, userId), await signIn(server, userId)]
    await signIn(server, userId, { expiresAt: new Date(0) })
    const ids = [...others.map(({ sessionId }) => sessionId).reverse(), caller.sessionId]
    const { body } = await caller.call(listMySessions)
    expect(body.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(body.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toEqual([false, false, true])
    expect(JSON.stringify(body)).not.toMatch(/token/i)
    const first = await caller.call(listMySessions, { query: { limit: 2 } })
    const next = new URL(/<(.+)>/.exec(first.headers.get('link')!)![1]!, server.baseUrl).searchParams.get('cursor')!
    const second = await caller.call(listMySessions, { query: { limit: 2, cursor: next } })
    expect(second.body).toMatchObject([{ id: caller.sessionId }])
    expect(second.headers.get('link')).toBeNull()
    expect((await caller.call(listMySessions, { query: { cursor: 'nonsense' } })).status).toBe(400)
  })

  test('200 ends a session and its open stream, with a row in each workspace of the person', async () => {
    const { caller, userId } = await newPerson(server)
    const at = await accountScene(server, userId)
    const elsewhere = await accountScene(server, userId)
    const leaves = await signIn(server, userId, { workspace: at.workspace })
    const id = await cycleIn(server, at, await emptyProject(at.owner))
    const frames = framesOf(await leaves.open(streamCycle, { id }))
    const ended = frames.next()
    expect((await caller.call(revokeMySession, { sessionId: leaves.sessionId })).status).toBe(200)
    expect(await ended).toMatchObject({ done: true })
    expectError(await leaves.call(listProjects), 401, 'unauthenticated')
    for (const one of [at, elsewhere]) await expect.poll(() => actionsOf(one)).toContain('auth.session_revoke success')
  })

  test('404, always the same, for another person’s session, an unknown and a malformed id', async () => {
    const [{ caller }, other] = [await newPerson(server), await newPerson(server)]
    const ids = [other.caller.sessionId, uuidv7(), 'nonsense', '%00']
    const replies = await unchanged(server, () =>
      Promise.all(ids.map((sessionId) => caller.call(revokeMySession, { sessionId }))),
    )
    for (const reply of replies) expectError(reply, 404, 'session_not_found')
  })

  test('200 for one of many callers that end one session at once', async () => {
    const { caller, userId } = await newPerson(server)
    const { sessionId } = await signIn(server, userId)
    const replies = await Promise.all(Array.from({ length: 20 }, () => caller.call(revokeMySession, { sessionId })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 404)])
  })
})

describe('the active workspace', () => {
  test('200 sets the workspace for requests without a header, in this session only', async () => {
    const { caller, userId } = await newPerson(server)
    const other = await signIn(server, userId)
    const at = await accountScene(server, userId)
    expectError(await caller.call(listProjects), 400, 'no_workspace')
    const chosen = await caller.call(setActiveWorkspace, { body: { workspaceId: at.workspace } })
    expect(chosen).toMatchObject({ status: 200, body: { activeWorkspaceId: at.workspace } })
    expect((await caller.call(listProjects)).status).toBe(200)
    expectError(await other.call(listProjects), 400, 'no_workspace')
    expect(await at.auditActions(caller.sessionId)).toEqual(['auth.workspace_choose'])
  })

  test('403 for a workspace without a place, the same as for an unknown one', async () => {
    const { caller } = await newPerson(server)
    const { workspace } = await scene(server)
    const replies = await unchanged(server, () =>
      Promise.all(
        [workspace, uuidv7()].map((workspaceId) => caller.call(setActiveWorkspace, { body: { workspaceId } })),
      ),
    )
    for (const reply of replies) expectError(reply, 403, 'forbidden')
  })

  test('400 for a malformed id, 403 from a page of another origin', async () => {
    const { caller } = await newPerson(server)
    const reply = await caller.call(setActiveWorkspace, { body: { workspaceId: 'x' } })
    expectError(reply, 400, 'invalid_request', [
      { path: 'workspaceId', message: expect.any(String) as string, rule: 'format' },
    ])
    const foreign = callerOf(server.baseUrl, { cookie: caller.cookie, origin: 'http://evil.example' })
    expectError(await foreign.call(setActiveWorkspace, { body: { workspaceId: uuidv7() } }), 403, 'foreign_origin')
  })
})

describe('a personal workspace', () => {
  const owned = (userId: string) =>
    asOwner(server, `select workspace_id as id from membership where user_id = $1 and role = 'owner'`, [userId])
  const rowsOf = (workspace: string) =>
    asOwner(
      server,
      `select r.action, r.details -> 'repeated' as repeated from audit_row r
       where r.workspace_id = $1 order by r.position`,
      [workspace],
    )

  test('200 creates one, makes it active, and returns the same one on a repeat', async () => {
    const { caller, userId } = await newPerson(server)
    const made = await caller.call(initializeMyWorkspace)
    const [{ id } = {}] = await owned(userId)
    expect(made).toMatchObject({ status: 200, body: { id, name: 'Person’s workspace', role: 'owner' } })
    expect((await caller.call(listProjects)).status).toBe(200)
    expect((await caller.call(initializeMyWorkspace)).body).toEqual(made.body)
    expect(await rowsOf(id as string)).toEqual([
      { action: 'workspace.create', repeated: null },
      { action: 'workspace.create', repeated: true },
    ])
  })

  test('200 for a crowd of requests at once creates one workspace and one row that is not a repeat', async () => {
    const { caller, userId } = await newPerson(server)
    expect((await racing(crowd, () => caller.call(initializeMyWorkspace))).statuses).toEqual({ 200: crowd })
    const workspaces = await owned(userId)
    expect(workspaces).toHaveLength(1)
    const rows = await rowsOf(workspaces[0]!.id as string)
    expect(rows).toHaveLength(crowd)
    expect(rows.filter(({ repeated }) => repeated === null)).toHaveLength(1)
  })

  test('200 completes a creation that a crash interrupted before its audit row', async () => {
    const { caller, userId } = await newPerson(server)
    const id = uuidv7()
    await asOwner(server, 'insert into workspace (id, name) values ($1, $2)', [id, 'Half'])
    await asOwner(server, `insert into membership (workspace_id, user_id, role) values ($1, $2, 'owner')`, [id, userId])
    expect((await caller.call(initializeMyWorkspace)).body).toMatchObject({ id, name: 'Half' })
    expect(await rowsOf(id)).toEqual([{ action: 'workspace.create', repeated: null }])
  })

  test('403 for a person with an unverified address', async () => {
    const { caller, userId } = await newPerson(server, { isVerified: false })
    expectError(await unchanged(server, () => caller.call(initializeMyWorkspace)), 403, 'email_not_verified')
    expect(await owned(userId)).toEqual([])
  })
})

test('an action that a crash kept off the chain is recorded once by concurrent recoveries', async () => {
  const { userId } = await newPerson(server)
  const at = await accountScene(server, userId)
  await server.database.identity((tx) => addAccountEvent(tx, { userId, action: 'auth.sign_in' }))
  await Promise.all(Array.from({ length: 5 }, () => settleAccountEvents(server.database, at.workspace)))
  expect(await actionsOf(at)).toEqual(['auth.sign_in success'])
  const failing = server.database.identity(async (tx) => {
    await addAccountEvent(tx, { userId, action: 'auth.sign_in' })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await settleAccountEvents(server.database, at.workspace)
  expect(await actionsOf(at)).toEqual(['auth.sign_in success'])
})
