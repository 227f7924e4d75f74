import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { callerOf, withoutRequestId, type Reply } from '../../../testing/caller.ts'
import { sendRaw } from '../../../testing/network/raw-http.ts'
import { scene } from '../../../testing/scene.ts'
import { newPerson, signIn, testCookies } from '../../../testing/people/sessions.ts'
import { tinyServer } from '../../../testing/tiny/server.ts'
import { dropThing, makeThing, readThings, thingHandlers } from '../../../testing/tiny/things.ts'
import {
  administerPortal,
  founding,
  lookAround,
  lookAtPortal,
  readBySlug,
  visit,
  visitByPath,
  visitBySlug,
  visitHandlers,
} from '../../../testing/tiny/visits.ts'
import { sessionCookies } from '../../access/index.ts'

const slugs = new Map<string, string>()
const server = await tinyServer([...thingHandlers, ...visitHandlers], {
  workspaces: { visitSlug: async (_database, slug) => slugs.get(slug) },
})
const codeOf = ({ status, body }: Reply) => [status, (body as { code?: string }).code]
const remove = (workspace: string, userId: string) =>
  server.database.identity((tx) =>
    tx.query({
      text: 'delete from membership where workspace_id = $1 and user_id = $2',
      values: [workspace, userId],
    }),
  )

describe('a session', () => {
  test('200 in its active workspace, in a workspace that the header names, and without one if the operation requires none', async () => {
    const one = await scene(server)
    const other = await scene(server)
    const { userId } = await one.join('owner')
    await server.database.identity((tx) =>
      tx.query({
        text: `insert into membership (workspace_id, user_id, role) values ($1, $2, 'client')`,
        values: [other.workspace, userId],
      }),
    )
    const person = await one.signIn(userId)
    expect((await person.call(dropThing, { id: 'x' })).status).toBe(200)
    const elsewhere = { 'x-organization-id': other.workspace.toUpperCase() }
    expect((await person.call(readThings, { headers: elsewhere })).status).toBe(200)
    expect((await person.call(dropThing, { id: 'x', headers: elsewhere })).status).toBe(403)
    expect((await person.call(visit)).body).toEqual({ userId, workspace: null })
  })

  test('401 for an ended session, a changed cookie, a cookie of another server, and two cookies', async () => {
    const { join, workspace } = await scene(server)
    const { userId } = await join('owner')
    const over = await signIn(server, userId, { workspace, expiresAt: new Date(Date.now() - 1) })
    const { cookie } = await signIn(server, userId, { workspace })
    const [name, value] = cookie.split('=') as [string, string]
    const token = testCookies.tokenIn(cookie)!
    const foreign = sessionCookies(['another secret'], false).sign(token)
    const cookies = [
      over.cookie,
      `${name}=${value.replace(/./, (letter) => (letter === 'A' ? 'B' : 'A'))}`,
      `${name}=${value.slice(0, -6)}AAA%3D`,
      `${name}=${token}`,
      `${name}=${token}.`,
      `${name}=%E0%A4%A`,
      `${name}=${foreign}`,
      `${name}=${value}; ${name}=${foreign}`,
      `__Secure-${name}=${value}`,
      `${name.toUpperCase()}=${value}`,
    ]
    const answers = await Promise.all(
      cookies.map((text) => callerOf(server.baseUrl, { cookie: text, origin: server.baseUrl }).call(readThings)),
    )
    for (const answer of answers) expect(codeOf(answer)).toEqual([401, 'unauthenticated'])
    expect((await callerOf(server.baseUrl, { cookie: `a=b; ${cookie};c=d` }).call(readThings)).status).toBe(200)
  })

  test('400 without a workspace; the same 403 for another workspace and for a missing workspace', async () => {
    const { caller } = await newPerson(server)
    expect(codeOf(await caller.call(readThings))).toEqual([400, 'no_workspace'])
    const { workspace } = await scene(server)
    const answers = await Promise.all(
      [workspace, uuidv7(), 'nonsense', '0', "'"].map((id) =>
        caller.call(readThings, { headers: { 'x-organization-id': id } }),
      ),
    )
    for (const answer of answers) expect(codeOf(answer)).toEqual([403, 'forbidden'])
    expect(new Set(answers.map((answer) => JSON.stringify(withoutRequestId(answer)))).size).toBe(1)
  })

  test('403 for a change from another origin, without an origin and from a sandboxed page; 200 for reads', async () => {
    const { join, signIn: enter } = await scene(server)
    const { cookie } = await enter((await join('owner')).userId)
    const { port } = new URL(server.baseUrl)
    const origins = [undefined, 'null', 'http://evil.example', `https://127.0.0.1:${port}`, `${server.baseUrl}.evil`]
    for (const origin of origins) {
      const caller = callerOf(server.baseUrl, { cookie, ...(origin && { origin }) })
      expect([origin, ...codeOf(await caller.call(makeThing, { body: { name: 'x' } }))]).toEqual([
        origin,
        403,
        'foreign_origin',
      ])
      expect((await caller.call(readThings)).status).toBe(200)
      expect(codeOf(await caller.call(visit))).toEqual([403, 'foreign_origin'])
    }
  })

  test('403 for a change from a page that reaches this server by DNS rebinding', async () => {
    const { join, signIn: enter } = await scene(server)
    const { cookie } = await enter((await join('owner')).userId)
    const { port } = new URL(server.baseUrl)
    const body = JSON.stringify({ name: 'x' })
    const change = async (host: string) => {
      const lines = [
        `POST ${makeThing.path} HTTP/1.1`,
        `Host: ${host}`,
        `Origin: http://${host}`,
        `Cookie: ${cookie}`,
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
        'Connection: close',
      ]
      const answer = await sendRaw(server.baseUrl, `${lines.join('\r\n')}\r\n\r\n${body}`)
      return answer.slice(9, 12)
    }
    const names = [
      'rebound.example',
      'localhost.rebound.example',
      '127.0.0.1.rebound.example',
      '127.0.0.1@rebound.example',
    ]
    for (const name of names) expect([name, await change(`${name}:${port}`)]).toEqual([name, '403'])
    for (const name of ['127.0.0.1', 'localhost', '[::1]'])
      expect([name, await change(`${name}:${port}`)]).toEqual([name, '201'])
  })

  test('200 for an API key sent beside a cookie, without an origin', async () => {
    const { join, signIn: enter, member } = await scene(server)
    const { cookie } = await enter((await join('owner')).userId)
    const both = callerOf(server.baseUrl, { cookie, 'x-api-key': member.key!, origin: 'http://evil.example' })
    expect((await both.call(makeThing, { body: { name: 'x' } })).status).toBe(201)
    expect((await both.call(dropThing, { id: 'x' })).status).toBe(403)
    expect((await callerOf(server.baseUrl, { cookie, 'x-api-key': 'atl_no' }).call(readThings)).status).toBe(401)
  })

  test('401 at once for a person removed from the session’s workspace', async () => {
    const { join, signIn: enter, workspace } = await scene(server)
    const { userId } = await join('member')
    const person = await enter(userId)
    expect((await person.call(readThings)).status).toBe(200)
    await remove(workspace, userId)
    server.credentials.sessions.forget()
    expect((await person.call(readThings)).status).toBe(401)
  })

  test('403 for a change by a demoted or removed member, before this process received the revocation', async () => {
    const { join, signIn: enter, workspace } = await scene(server)
    const { userId } = await join('admin')
    const person = await enter(userId)
    expect((await person.call(dropThing, { id: 'x' })).status).toBe(200)
    await server.database.identity((tx) =>
      tx.query({ text: `update membership set role = 'member' where user_id = $1`, values: [userId] }),
    )
    expect(codeOf(await person.call(dropThing, { id: 'x' }))).toEqual([403, 'forbidden'])
    expect((await person.call(makeThing, { body: { name: 'x' } })).status).toBe(201)
    await remove(workspace, userId)
    expect(codeOf(await person.call(makeThing, { body: { name: 'x' } }))).toEqual([403, 'forbidden'])
  })
})

describe('an operation for any signed-in user', () => {
  test('401 without a credential; 403 for a key when a session is required, else 200', async () => {
    const { owner } = await scene(server)
    expect(codeOf(await callerOf(server.baseUrl, undefined).call(visit))).toEqual([401, 'unauthenticated'])
    expect(codeOf(await owner.call(visit))).toEqual([403, 'forbidden'])
    expect((await owner.call(lookAround)).status).toBe(200)
  })

  test('200 in the workspace of a slug, with the visitor’s audit row; 404 for an unknown slug', async () => {
    const { workspace, rows } = await scene(server)
    slugs.set('agency', workspace)
    const { caller, userId, email } = await newPerson(server)
    expect((await caller.call(visitBySlug, { slug: 'agency' })).body).toEqual({ workspace })
    const actor = { actor_type: 'user', actor_id: userId, source: 'web' }
    expect(await rows('audit_row')).toMatchObject([
      { action: 'visit.make', ...actor, resource_id: workspace, details: { email } },
    ])
    expect(codeOf(await caller.call(visitBySlug, { slug: 'nobody' }))).toEqual([404, 'not_found'])
    expect((await callerOf(server.baseUrl, undefined).call(readBySlug, { slug: 'agency' })).body).toEqual({ workspace })
  })

  test('200 writes the audit row in the workspace that the handler names', async () => {
    const { workspace, auditActions } = await scene(server)
    const { caller } = await newPerson(server)
    expect((await caller.call(founding, { id: workspace })).body).toEqual({ workspace })
    expect(await auditActions(workspace)).toEqual(['visit.found'])
  })

  test('200 in the workspace of the path, 403 when the header names another', async () => {
    const { owner, workspace } = await scene(server)
    const other = uuidv7()
    expect((await owner.call(visitByPath, { workspaceId: workspace })).body).toEqual({ workspace })
    expect((await owner.call(visitByPath, { workspaceId: other })).status).toBe(403)
    const headers = { 'x-organization-id': other }
    expect((await owner.call(visitByPath, { workspaceId: workspace, headers })).status).toBe(403)
  })
})

describe('X-Client-Portal', () => {
  const portal = (id: string) => ({ headers: { 'x-client-portal': id } })

  test('200 as a client in the agency’s workspace, for any active workspace', async () => {
    const [{ clientId, workspace }, own] = [await scene(server), await scene(server)]
    await server.database.identity((tx) =>
      tx.query({
        text: `insert into membership (workspace_id, user_id, role) values ($1, $2, 'owner')`,
        values: [own.workspace, clientId],
      }),
    )
    const person = await own.signIn(clientId)
    expect((await person.call(lookAtPortal, portal(workspace))).body).toEqual({ workspace, role: 'client' })
    expect((await person.call(lookAtPortal)).body).toEqual({ workspace: own.workspace, role: 'owner' })
  })

  test('403 for operations outside the portal, for administration, and with a header that names another workspace', async () => {
    const [{ clientId, workspace, signIn: enter }, other] = [await scene(server), await scene(server)]
    const person = await enter(clientId)
    const headers = { 'x-client-portal': workspace, 'x-organization-id': other.workspace }
    const answers = [
      await person.call(readThings, portal(workspace)),
      await person.call(administerPortal, portal(workspace)),
      await person.call(lookAtPortal, { headers }),
      await person.call(visit, portal(workspace)),
    ]
    for (const answer of answers) expect(codeOf(answer)).toEqual([403, 'forbidden'])
  })

  test('403, always the same, for the agency’s people, a stranger’s portal, and an unknown or malformed value', async () => {
    const [{ join, workspace, signIn: enter, clientId }, other] = [await scene(server), await scene(server)]
    const owner = await enter((await join('owner')).userId)
    const client = await enter(clientId)
    const answers = [
      await owner.call(lookAtPortal, portal(workspace)),
      ...(await Promise.all(
        [other.workspace, uuidv7(), 'nonsense', '%00'].map((id) => client.call(lookAtPortal, portal(id))),
      )),
    ]
    for (const answer of answers) expect(codeOf(answer)).toEqual([403, 'forbidden'])
    expect(new Set(answers.map((answer) => JSON.stringify(withoutRequestId(answer)))).size).toBe(1)
  })

  test('403 for a key, and for a session with an unverified address', async () => {
    const { client, clientId, workspace } = await scene(server)
    expect(codeOf(await client.call(lookAtPortal, portal(workspace)))).toEqual([403, 'forbidden'])
    const unproved = await signIn(server, clientId, { workspace, isVerified: false })
    expect(codeOf(await unproved.call(lookAtPortal, portal(workspace)))).toEqual([403, 'forbidden'])
  })
})
