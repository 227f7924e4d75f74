import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callerOf } from '../../../../testing/caller.ts'
import { columnsWith, mailsWith } from '../../../../testing/texts/full-text.ts'
import { mailTo } from '../../../../testing/mail/scene.ts'
import { openPortalOf } from '../../../../testing/clients/portals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { newPerson, signIn } from '../../../../testing/people/sessions.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { listProjectAuditLog, verifyAuditChain } from '../../../record/audit/contract.ts'
import { createProject } from '../../../code/projects/contract.ts'
import { executeCycle } from '../../../delivery/runs/contract.ts'
import { proposeCycle } from '../../../delivery/planning/contract.ts'
import { inviteWorkspacePortalClient, revokeWorkspacePortalInvitation } from '../../clients/contract/portals.ts'
import { createApiKey } from '../../workspaces/contract/keys.ts'
import { inviteMember, removeMember, updateMember } from '../../workspaces/contract/members.ts'
import { initializeMyWorkspace } from '../contract/me.ts'
import { erasePerson } from '../contract/own-data.ts'
import { addAccountEvent } from '../account-events.ts'
import { erasePeople } from './erase-people.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const finish = () => erasePeople(server.parts, new AbortController().signal)
const name = 'Ada Quillfeather'
const email = 'Ada.Quillfeather@Example.com'
const named = [name, email]

const deliver = async (to: string, text: string) => {
  const id = await server.database.identity((tx) =>
    server.parts.mailer.queueMail(tx, { ...mailTo(to), paragraphs: [text] }),
  )
  await server.parts.mailer.deliver(id)
}

let calls = 0
const keyed = () => ({ headers: { 'idempotency-key': `call ${(calls += 1)}` } })

type Answer = Promise<{ readonly status: number; readonly body: unknown }>
const done = async (status: number, answer: Answer) => {
  const { status: is, body } = await answer
  expect([is, body]).toEqual([status, expect.anything()])
  return body as Readonly<Record<'id' | 'secret', string>> & { readonly cycle: { readonly id: string } }
}

/** Ada in a workspace of her own, where Bob is an owner too. */
const adaAndBob = async () => {
  const ada = await newPerson(server, { name, email })
  const { id: workspace } = await done(200, ada.caller.call(initializeMyWorkspace))
  const bob = await newPerson(server)
  await addTo(workspace, bob.userId, 'owner')
  return { ada, bob, workspace, headers: { 'x-organization-id': workspace } }
}
const addTo = (workspace: string, userId: string, role: string) =>
  asOwner(server, 'insert into membership (workspace_id, user_id, role) values ($1, $2, $3)', [workspace, userId, role])

/** Her own actions, with a session and with a key, and her text: the name of a project. */
const actAs = async ({ caller, userId }: SignedInPerson) => {
  const key = { name: `Key of ${name}`, scopes: ['write'] }
  const { id: keyId, secret } = await done(201, caller.call(createApiKey, { body: key }))
  const withKey = callerOf(server.baseUrl, secret)
  const project = await done(201, withKey.call(createProject, { body: { name: `Shop for ${email}` }, ...keyed() }))
  const proposal = { projectId: project.id, title: 'Add a page', description: 'Add a page' }
  const { cycle } = await done(202, withKey.call(proposeCycle, { body: proposal, ...keyed() }))
  await done(200, caller.call(executeCycle, { id: cycle.id }))
  await done(201, caller.call(inviteMember, { body: { email: 'eve@example.net' } }))
  // The second is counted beside the log.
  await done(403, withKey.call(inviteMember, { body: { email: 'eve@example.net' } }))
  await done(403, withKey.call(inviteMember, { body: { email: 'eve@example.net' } }))
  await server.database.identity((tx) => addAccountEvent(tx, { userId, action: 'passkey.add', details: { name } }))
  return { projectId: project.id, keyId }
}
type SignedInPerson = Pick<Awaited<ReturnType<typeof newPerson>>, 'caller' | 'userId'>

/** An agency's actions about her, elsewhere: invited her, revoked it, and removed her as a member. */
const beElsewhere = async (userId: string) => {
  const at = await scene(server)
  await openPortalOf(at)
  await done(201, at.owner.call(inviteMember, { body: { email } }))
  const invitation = await done(201, at.owner.call(inviteWorkspacePortalClient, { body: { email, role: 'client' } }))
  await done(200, at.owner.call(revokeWorkspacePortalInvitation, { invitationId: invitation.id, ...keyed() }))
  await addTo(at.workspace, userId, 'member')
  await done(200, at.owner.call(updateMember, { userId, body: { role: 'admin' }, ...keyed() }))
  await done(200, at.owner.call(removeMember, { userId, ...keyed() }))
  return at
}

test('nothing that the product wrote names an erased person, who did one of everything', async () => {
  const { ada, bob, workspace, headers } = await adaAndBob()
  const { projectId, keyId } = await actAs(ada)
  const at = await beElsewhere(ada.userId)
  await deliver(email, 'A word')
  await deliver(bob.email, `A word from ${name}`)
  const logOf = (id: string) => bob.caller.call(listProjectAuditLog, { projectId: id, headers })
  const before = (await logOf(projectId)).body.rows as Readonly<Record<'id', string>>[]
  const written = [
    'audit_row.details',
    'auth_act.entry',
    'idempotency_answer.body',
    'mail.recipient',
    'users.email',
    'workspace.name',
  ]
  expect(await columnsWith(server, named)).toEqual(expect.arrayContaining(written))
  expect(await mailsWith(server, [`To: ${email}`])).not.toEqual([])

  await done(202, ada.caller.call(erasePerson))
  await finish()

  // Her texts are the work of the workspace, and letters belong to their recipients: docs/personal-data.md.
  expect(await columnsWith(server, named)).toEqual(['project.name'])
  const letters = await mailsWith(server, named)
  expect(letters.map((letter) => /^To: .*$/m.exec(letter)?.[0]).sort()).toEqual(
    [`To: ${bob.email}`, 'To: eve@example.net'].sort(),
  )
  for (const [who, where] of [
    [bob.caller, headers],
    [at.owner, {}],
  ] as const)
    expect((await who.call(verifyAuditChain, { headers: where })).body).toMatchObject({ ok: true, broken: null })
  expect((await logOf(projectId)).body.rows).toMatchObject(before.map(({ id }) => ({ id })))
  expect(await detailsBy(workspace, ada.userId, keyId)).toEqual([])
  expect(await asOwner(server, 'select 1 from audit_repeat where workspace_id = $1', [workspace])).toEqual([])
})

/** Actions of rows that still have details, except the row of an erasure. */
const detailsBy = (workspace: string, ...actorIds: readonly string[]) =>
  asOwner(
    server,
    `select action from audit_row
     where workspace_id = $1 and actor_id = any($2) and details is not null and action <> 'person.erase'`,
    [workspace, actorIds],
  )

test('the details of actions with the first key are erased with the first owner', async () => {
  const file = await readFile(join(server.dataFolder, 'owner.json'), 'utf8')
  const { workspaceId, apiKey } = JSON.parse(file) as Record<'workspaceId' | 'apiKey', string>
  await done(201, callerOf(server.baseUrl, apiKey).call(createProject, { body: { name: 'First' } }))
  const ofKey = 'select id, user_id from api_key where workspace_id = $1'
  const [key] = (await asOwner(server, ofKey, [workspaceId])) as { id: string; user_id: string }[]
  expect(await detailsBy(workspaceId, key!.id)).toEqual([{ action: 'project.create' }])
  await done(202, (await signIn(server, key!.user_id)).call(erasePerson))
  await finish()
  expect(await detailsBy(workspaceId, key!.id, key!.user_id)).toEqual([])
  expect(await asOwner(server, 'select name from workspace where id = $1', [workspaceId])).toEqual([
    { name: 'Atelier' },
  ])
})
