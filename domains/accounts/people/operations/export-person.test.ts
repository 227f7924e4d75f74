import { expect, test } from 'vitest'
import { writeAudit } from '../../../../testing/audit/audit-rows.ts'
import { mailTo } from '../../../../testing/mail/scene.ts'
import { expectError } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { newPerson } from '../../../../testing/people/sessions.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { createProject } from '../../../code/projects/contract.ts'
import { exportPerson } from '../contract/own-data.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

test('200 with all data about a person, without secrets and other people’s names', async () => {
  const at = await scene(server)
  const neighbour = await scene(server)
  const { userId, keyId, caller: key } = await at.join('member')
  const email = `${userId}@example.com`
  const project = (await key.call(createProject, { body: { name: 'Mine' } })).body as { id: string }
  await at.owner.call(createProject, { body: { name: 'Of the owner' } })
  await server.database.identity((tx) => server.parts.mailer.queueMail(tx, mailTo(email)))
  await asOwner(
    server,
    `insert into account (id, user_id, provider_id, account_id, password) values ($1::uuid, $1::uuid, 'credential', $1::uuid::text, 'h4shed')`,
    [userId],
  )
  await writeAudit(server, at, {
    actor: { type: 'user', id: userId },
    action: 'member.invite',
    details: { email: 'eve@example.com' },
  })
  await writeAudit(server, neighbour, { actor: { type: 'user', id: userId }, action: 'member.remove' })
  const browser = await at.signIn(userId)
  const response = await browser.open(exportPerson)
  const text = await response.text()
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(JSON.parse(text)).toMatchObject({
    person: { id: userId, email, emailVerified: true },
    waysToSignIn: [{ provider: 'credential' }],
    passkeys: [],
    sessions: [{ id: browser.sessionId, workspaceId: at.workspace }],
    mail: [{ kind: 'member.invitation', state: 'queued' }],
    workspaces: [
      {
        workspaceId: at.workspace,
        role: 'member',
        grants: [],
        imports: [],
        keys: [{ id: keyId, scopes: ['read', 'write', 'admin'] }],
        acts: [
          { action: 'person.export' },
          { action: 'member.invite' },
          { action: 'project.create', resourceId: project.id },
        ],
      },
    ],
  })
  expect(text).not.toMatch(/h4shed|eve@example|Of the owner|S3CR3T|tokenHash|secretHash/)
  expect(text).not.toContain(key.key)
  expect(await at.auditActions(userId)).toEqual(['person.export'])
})

test('200 with every action of a very active person', async () => {
  const at = await scene(server)
  const { userId } = await at.join('member')
  await writeAudit(
    server,
    at,
    ...Array.from({ length: 1_100 }, (_none, nth) => ({
      actor: { type: 'user' as const, id: userId },
      resource: ['thing', String(nth)] as const,
    })),
  )
  const { workspaces } = (await (await (await at.signIn(userId)).open(exportPerson)).json()) as {
    workspaces: { acts: { resourceId: string }[] }[]
  }
  const acts = workspaces[0]!.acts.map(({ resourceId }) => resourceId)
  expect(acts).toHaveLength(1_101)
  expect(new Set(acts).size).toBe(1_101)
})

test('200 for a person without a place', async () => {
  const { caller, userId } = await newPerson(server)
  expect((await caller.call(exportPerson)).body).toMatchObject({ person: { id: userId }, workspaces: [] })
})

test('403 for a key with any scope; 401 without a credential', async () => {
  const at = await scene(server)
  expectError(await at.owner.call(exportPerson), 403, 'forbidden')
  expect((await fetch(`${server.baseUrl}/v1/api/me/export`)).status).toBe(401)
})
