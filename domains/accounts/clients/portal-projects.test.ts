import { describe, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { fileBlock, mergeUnverified, propose, runCycle } from '../../../testing/delivery.ts'
import { admitted, makeAccount, seated, seatOf } from '../../../testing/clients/portals.ts'
import { racing } from '../../../testing/racing.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { testServer } from '../../../testing/server.ts'
import { signIn } from '../../../testing/people/sessions.ts'
import { archiveClientAccount, listClientAccountProjects } from './contract/accounts.ts'
import { createProject, getProject, listProjects, updateProject } from '../../code/projects/contract.ts'
import { getProjectRevisionHead } from '../../code/revisions/contract.ts'
import {
  createPortalProject,
  removeClientPortalMember,
  updateClientPortalPermissions,
  updateWorkspacePortalClient,
  updateWorkspacePortalSettings,
} from './contract/portals.ts'

const server = await testServer()
const body = { brief: 'A shop for shoes\nwith a map' }

const allowedSeat = async () => {
  const made = await seated(server)
  const { accountId: id, userId, scene: at } = made
  await at.owner.call(updateClientPortalPermissions, { id, userId, body: { canCreateProjects: true } })
  return made
}
const allowedClient = async () => {
  const made = await admitted(server)
  await made.scene.owner.call(updateWorkspacePortalSettings, { body: { canCreateProjects: true } })
  return made
}

describe('createPortalProject', () => {
  test('201 for a seat: the project is in its account, steered by that person and named after its brief', async () => {
    const { scene: at, accountId, userId, holder } = await allowedSeat()
    const reply = await holder.call(createPortalProject, { body })
    expect(reply).toMatchObject({
      status: 201,
      body: { ...body, name: 'A shop for shoes', clientAccountId: accountId, canSteer: true },
    })
    const id = reply.body.id as string
    expect((await holder.call(getProject, { id })).body).toMatchObject({
      canSteer: true,
      project: { brief: body.brief },
    })
    expect((await at.owner.call(listClientAccountProjects, { id: accountId })).body).toMatchObject([{ id }, {}])
    const grants = (await at.rows('project_grant')).filter((row) => row.project_id === id)
    expect(grants).toMatchObject([{ source: 'seat', level: 'steer', user_id: userId, client_account_id: accountId }])
    expect(await auditOf(server, at.workspace, id)).toMatchObject([
      { action: 'project.create', details: { projectId: id, clientAccountId: accountId } },
    ])
    expect(await at.eventNames(id)).toEqual(['project.created'])
  })

  test.runIf(isLong)('201 starts with an empty repository on which a cycle runs', async () => {
    const { scene: at, holder } = await allowedSeat()
    const { body: project } = await holder.call(createPortalProject, { body })
    const id = project.id as string
    expect((await at.owner.call(getProjectRevisionHead, { id })).body).toMatchObject({
      generation: 1,
      source: 'created',
    })
    await mergeUnverified(at.owner, id)
    const { cycle } = await runCycle(holder, await propose(holder, id, fileBlock('README.md', 'Shoes.\n')))
    expect(cycle).toMatchObject({ status: 'completed', failure: null })
  })

  test('201 by the portal default: without an account, under the given name', async () => {
    const { scene: at, holder } = await allowedClient()
    const reply = await holder.call(createPortalProject, { body: { ...body, name: 'Shoes' } })
    expect(reply).toMatchObject({ status: 201, body: { name: 'Shoes', clientAccountId: null } })
    expect((await at.rows('project_grant')).filter((row) => row.project_id === reply.body.id)).toMatchObject([
      { source: 'workspace', level: 'steer' },
    ])
  })

  test('201 in the named account of several', async () => {
    const { scene: at, accountId, userId, holder } = await allowedSeat()
    const other = await makeAccount(at, 'Initech')
    await seatOf(server, at, other, userId)
    await at.owner.call(updateClientPortalPermissions, { id: other, userId, body: { canCreateProjects: true } })
    expectError(await unchanged(server, () => holder.call(createPortalProject, { body })), 400, 'invalid_request', [
      { path: 'clientAccountId', message: expect.any(String) as string, rule: 'required' },
    ])
    for (const clientAccountId of [other, accountId.toUpperCase()]) {
      const reply = await holder.call(createPortalProject, { body: { ...body, clientAccountId } })
      expect(reply).toMatchObject({ status: 201, body: { clientAccountId: clientAccountId.toLowerCase() } })
    }
  })

  test('201 for a name in use, without revealing it to a client', async () => {
    const { scene: at, holder } = await allowedSeat()
    await at.owner.call(createProject, { body: { name: 'Secret merger' } })
    for (let at = 0; at < 2; at += 1) {
      const reply = await holder.call(createPortalProject, { body: { ...body, name: 'Secret merger' } })
      expect(reply).toMatchObject({ status: 201, body: { name: 'Secret merger' } })
    }
  })

  test.runIf(isLong)('201 for each of sixty callers at once with one brief', async () => {
    const { scene: at, holder } = await allowedSeat()
    const { statuses } = await racing(60, () => holder.call(createPortalProject, { body }))
    expect(statuses).toEqual({ 201: 60 })
    expect(await at.rows('project')).toHaveLength(61)
  })

  test('201 under X-Client-Portal for a member of the agency who holds a seat', async () => {
    const { scene: at, accountId } = await allowedSeat()
    const { userId } = await at.join('member')
    await seatOf(server, at, accountId, userId)
    await at.owner.call(updateClientPortalPermissions, { id: accountId, userId, body: { canCreateProjects: true } })
    const session = await signIn(server, userId, { workspace: at.workspace })
    expectError(await session.call(createPortalProject, { body }), 403, 'project_creation_not_granted')
    for (const portal of [at.workspace, accountId]) {
      const reply = await session.call(createPortalProject, { body, headers: { 'x-client-portal': portal } })
      expect(reply).toMatchObject({ status: 201, body: { clientAccountId: accountId } })
    }
  })

  test('400 without a brief, and with fields over their limits', async () => {
    const { holder } = await allowedSeat()
    for (const wrong of [{}, { brief: '' }, { brief: 'x'.repeat(5_001) }, { ...body, name: 'x'.repeat(101) }]) {
      const call = () => holder.call(createPortalProject, { body: wrong })
      expectError(await unchanged(server, call), 400, 'invalid_request')
    }
  })

  test('403 for the agency, for a client without the permission, and after it is withdrawn', async () => {
    const [{ scene: at, accountId: id, userId, holder }, other] = await Promise.all([allowedSeat(), allowedClient()])
    const refuses = async (caller: typeof holder, given: object = body) =>
      expectError(
        await unchanged(server, () => caller.call(createPortalProject, { body: given })),
        403,
        'project_creation_not_granted',
      )
    for (const caller of [at.owner, at.member, at.client]) await refuses(caller)
    await at.owner.call(updateClientPortalPermissions, { id, userId, body: { canCreateProjects: false } })
    await refuses(holder)
    await refuses(holder, { ...body, clientAccountId: id })
    const overriding = { userId: other.userId, body: { canCreateProjects: false } }
    await other.scene.owner.call(updateWorkspacePortalClient, overriding)
    await refuses(other.holder)
  })

  test('404 for an account without the caller’s seat, existing or not', async () => {
    const [{ scene: at, holder }, neighbour] = await Promise.all([allowedSeat(), allowedSeat()])
    const ids = [await makeAccount(at, 'Initech'), neighbour.accountId, at.workspace, 'nonsense']
    const call = (clientAccountId: string) => holder.call(createPortalProject, { body: { ...body, clientAccountId } })
    for (const id of ids) expectError(await unchanged(server, () => call(id)), 404, 'not_found')
  })

  test('201 or 403 for a creation and an archiving at once: an archived account has no grant', async () => {
    const { scene: at, accountId, userId, holder } = await allowedSeat()
    await at.grant(await emptyProject(at.owner), userId, 'view')
    const archiving = () => at.owner.call(archiveClientAccount, { id: accountId })
    const { replies } = await racing(40, (one) =>
      one === 20 ? archiving() : holder.call(createPortalProject, { body }),
    )
    expect(replies[20]!.status).toBe(200)
    expect(replies.filter(({ status }) => ![200, 201, 403].includes(status))).toEqual([])
    expect((await at.rows('project_grant')).filter(({ source }) => source === 'seat')).toEqual([])
  })

  test('404 for a person who left, whose project stays with the account', async () => {
    const { scene: at, accountId, userId, holder } = await allowedSeat()
    const { body: made } = await holder.call(createPortalProject, { body })
    await at.grant(await emptyProject(at.owner), userId, 'view')
    await at.owner.call(removeClientPortalMember, { id: accountId, userId })
    expect((await holder.call(listProjects)).body).toHaveLength(1)
    const id = made.id as string
    expectError(await holder.call(getProject, { id }), 404, 'not_found')
    expect((await at.owner.call(updateProject, { id, body: { name: 'Shop' } })).status).toBe(200)
  })
})
