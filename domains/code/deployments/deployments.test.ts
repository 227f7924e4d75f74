import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { handlersOf } from '../../../apps/server/domains.ts'
import { attachedRepository } from '../../../testing/repositories/attached-repository.ts'
import { callerOf, withoutRequestId } from '../../../testing/caller.ts'
import { cycleIn, emptyProject } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { deploymentIn } from '../../../testing/deployments/deployments.ts'
import { dnsServer, type DnsZone } from '../../../testing/network/dns-server.ts'
import { listenAgain } from '../../../testing/network/listener.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { testServer } from '../../../testing/server.ts'
import { archiveProject, createProject } from '../projects/contract.ts'
import {
  getCertificatePermission,
  getDeployment,
  getDeploymentLog,
  getProductionDomain,
  listDeployments,
  openDeployment,
  redeployProjectPreview,
  rollbackDeployment,
  setProductionCustomDomain,
  touchDeployment,
} from './contract.ts'
import { checkDomains, systemDns } from './jobs/check-domains.ts'
import { expirePreviews } from './jobs/expire-previews.ts'
import { labelOfCycle } from './store.ts'
import { appendLog } from './store-log.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const { previewSite } = server.parts
const switched = (isOn: boolean) =>
  listenAgain(server, { handlers: handlersOf({ ...server.parts, previewSite: { ...previewSite, isOn } }) })
const onUrl = await switched(true)
const offUrl = await switched(false)

const world = async () => {
  const at = await scene({ ...server, baseUrl: onUrl })
  const projectId = await emptyProject(at.owner)
  const steering = await at.join('client')
  const viewing = await at.join('client')
  await at.grant(projectId, steering.userId, 'steer')
  await at.grant(projectId, viewing.userId, 'view')
  const deploy = (body: object = {}, caller = at.owner) =>
    caller.call(redeployProjectPreview, { body: { projectId, ...body } })
  return { at, projectId, steering: steering.caller, viewing: viewing.caller, deploy }
}

test('202 deploys, the row has its state, and the audit row and the event are written', async () => {
  const { at, projectId, deploy, steering } = await world()
  const reply = await deploy({}, steering)
  expect(reply).toMatchObject({ status: 202, body: { projectId, kind: 'project', status: 'building' } })
  expect(reply.body.url).toMatch(/^http:\/\/[a-z0-9]{16}\.preview\.localhost:\d+$/)
  const id = reply.body.id as string
  const row = await at.member.call(getDeployment, { id })
  expect(row).toMatchObject({
    status: 200,
    body: { id, projectId, kind: 'project', cycleId: null, status: 'building', commitSha: null, failure: null },
  })
  expect(await at.auditActions(id)).toEqual(['deployment.create'])
  expect(await at.eventNames(id)).toEqual(['deployment.requested'])
})

test('a deployment under way ends with the next request for its host, and its run with it', async () => {
  const { at, deploy } = await world()
  const { id } = (await deploy()).body
  await deploy()
  expect((await at.owner.call(getDeployment, { id })).body).toMatchObject({ status: 'expired' })
  const runOf = 'select status from run where id = (select run_id from deployment where id = $1)'
  expect(await asOwner(server, runOf, [id])).toEqual([{ status: 'cancelled' }])
})

test('403 for a steering client who asks for production or programs that never sleep', async () => {
  const { deploy, steering, viewing } = await world()
  for (const body of [{ kind: 'production' }, { minInstances: 0 }, { kind: 'project', minInstances: 1 }])
    expectError(await unchangedBy(() => deploy(body, steering)), 403, 'forbidden')
  expectError(await unchangedBy(() => deploy({}, viewing)), 403, 'forbidden')
  expect((await deploy({ kind: 'production', minInstances: 1 })).status).toBe(202)
})

const unchangedBy = <T>(work: () => Promise<T>) => unchanged(server, work)

test('400 and 404 come before the 503 of switched-off previews, which comes before the 409 of the project', async () => {
  const { at, projectId } = await world()
  await at.owner.call(archiveProject, { id: projectId })
  const off = callerOf(offUrl, at.owner.key)
  expectError(
    await off.call(redeployProjectPreview, { body: { projectId, kind: 'cycle-preview' } }),
    400,
    'invalid_request',
  )
  expectError(await off.call(redeployProjectPreview, { body: { projectId: uuidv7() } }), 404, 'not_found')
  expectError(await off.call(redeployProjectPreview, { body: { projectId, repoId: uuidv7() } }), 404, 'not_found')
  const switchedOff = await unchangedBy(() => off.call(redeployProjectPreview, { body: { projectId } }))
  expectError(switchedOff, 503, 'previews_switched_off')
  const archived = await unchangedBy(() => at.owner.call(redeployProjectPreview, { body: { projectId } }))
  expectError(archived, 409, 'project_archived')
  expect(archived.body).not.toHaveProperty('repos')
})

test('the preview of a cycle over two repositories is that of the primary one, also if the other went live last', async () => {
  const { at } = await world()
  const projectId = await emptyProject(at.owner)
  const cycleId = await cycleIn(server, at, projectId)
  const [primary] = (await at.rows('repository')).filter((row) => row.project_id === projectId)
  const of = { projectId, cycleId, kind: 'cycle-preview' } as const
  const first = await deploymentIn(server, at, {
    ...of,
    repositoryId: primary!.id as string,
    label: 'primary0primary0',
  })
  await deploymentIn(server, at, { ...of, label: 'another0another0' })
  expect(await server.database.within(at.workspace, (tx) => labelOfCycle(tx, cycleId))).toBe(first.label)
})

test('409 lists the repositories of a project without a primary one, and 404 for a repository of another project', async () => {
  const { at } = await world()
  const body = { name: 'Two', repos: [{ fullName: `a/${uuidv7()}` }, { fullName: `b/${uuidv7()}` }] }
  const projectId = (await at.owner.call(createProject, { body })).body.id as string
  await asOwner(server, 'update repository set primary_since = null where project_id = $1', [projectId])
  const ambiguous = await unchangedBy(() => at.owner.call(redeployProjectPreview, { body: { projectId } }))
  expectError(ambiguous, 409, 'deployment_repo_ambiguous')
  const repos = ambiguous.body.repos as { id: string; fullName: string }[]
  expect(repos.map(({ fullName }) => fullName)).toEqual(body.repos.map(({ fullName }) => fullName))
  const named = await at.owner.call(redeployProjectPreview, { body: { projectId, repoId: repos[1]!.id } })
  expect(named.status).toBe(202)
  const own = await emptyProject(at.owner)
  const attached = [await attachedRepository(at.owner, own), await attachedRepository(at.owner, own)]
  const hidden = await at.owner.call(redeployProjectPreview, { body: { projectId: own } })
  expectError(hidden, 409, 'deployment_repo_ambiguous')
  expect(hidden.body.repos).toMatchObject([{ fullName: null, label: 'The project’s own history' }, {}, {}])
  const [history, ...rest] = (hidden.body.repos as { id: string }[]).map(({ id }) => id)
  expect(rest).toEqual(attached)
  expect(
    (await at.owner.call(redeployProjectPreview, { body: { projectId: own, repoId: history!.toUpperCase() } })).status,
  ).toBe(202)
  const [others] = attached
  for (const repoId of [others, uuidv7(), 'nonsense'])
    expectError(await at.owner.call(redeployProjectPreview, { body: { projectId, repoId } }), 404, 'not_found')
})

test('the list is oldest first, ignores an unknown kind, and shows a client the shared deployments', async () => {
  const { at, projectId, viewing } = await world()
  const hidden = await emptyProject(at.owner)
  const cycleId = await cycleIn(server, at, projectId)
  const first = await deploymentIn(server, at, { projectId, kind: 'production' })
  const second = await deploymentIn(server, at, { projectId, kind: 'cycle-preview', cycleId, status: 'failed' })
  const third = await deploymentIn(server, at, { projectId: hidden })
  const idsOf = async (caller: typeof viewing, query = {}) =>
    ((await caller.call(listDeployments, { query })).body as { id: string }[]).map(({ id }) => id)
  expect(await idsOf(at.owner)).toEqual([first.id, second.id, third.id])
  expect(await idsOf(at.owner, { kind: 'nonsense', projectId })).toEqual([first.id, second.id])
  expect(await idsOf(at.owner, { kind: 'production' })).toEqual([first.id])
  expect(await idsOf(at.owner, { cycleId })).toEqual([second.id])
  for (const none of [uuidv7(), 'nonsense']) expect(await idsOf(at.owner, { cycleId: none })).toEqual([])
  expect(await idsOf(viewing)).toEqual([first.id, second.id])
  expect(await idsOf(at.client)).toEqual([])
  const [newest] = (await at.owner.call(listDeployments, { query: { limit: 1 } })).body as { id: string }[]
  expect(newest!.id).toBe(third.id)
  const [, shown] = (await viewing.call(listDeployments, { query: { projectId } })).body as object[]
  expect(shown).not.toHaveProperty('failure')
  expect(shown).not.toHaveProperty('build')
  expectError(await viewing.call(getDeploymentLog, { id: first.id }), 403, 'forbidden')
})

test('200 for any touch, which extends a live cycle preview and leaves everything else as it is', async () => {
  const { at, projectId, viewing } = await world()
  const cycleId = await cycleIn(server, at, projectId)
  const live = await deploymentIn(server, at, { projectId, kind: 'cycle-preview', cycleId })
  const touched = await viewing.call(touchDeployment, { id: live.id })
  expect(touched).toMatchObject({ status: 200, body: { id: live.id, extended: true } })
  expect(Date.parse(touched.body.expiresAt as string)).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  expect(await at.eventNames(live.id)).toEqual(['deployment.extended'])
  for (const of of [
    { status: 'live' },
    { status: 'building' },
    { kind: 'production' },
    { kind: 'cycle-preview', cycleId: await cycleIn(server, at, projectId), status: 'expired' },
  ] as const) {
    const other = await deploymentIn(server, at, { projectId, ...of })
    const before = (await at.owner.call(getDeployment, { id: other.id })).body
    expect(await viewing.call(touchDeployment, { id: other.id })).toMatchObject({
      status: 200,
      body: { extended: false },
    })
    expect((await at.owner.call(getDeployment, { id: other.id })).body).toEqual(before)
    expect(await at.eventNames(other.id)).toEqual([])
  }
})

test('a cycle preview expires when its time is over, and its row has the reason', async () => {
  const { at, projectId } = await world()
  const cycleId = await cycleIn(server, at, projectId)
  const { id } = await deploymentIn(server, at, { projectId, kind: 'cycle-preview', cycleId })
  await asOwner(server, `update deployment set expires_at = now() - interval '1 s' where id = $1`, [id])
  await expirePreviews(server.parts, scheduledContext)
  const { body } = await at.owner.call(getDeployment, { id })
  expect(body).toMatchObject({ status: 'expired', expiredBecause: 'time', canRollBack: true })
  expect([await at.auditActions(id), await at.eventNames(id)]).toEqual([['deployment.expire'], ['deployment.expired']])
})

test('a link is issued only for a live deployment, and by an instance whose previews are on', async () => {
  const { at, projectId, viewing } = await world()
  const { id, label } = await deploymentIn(server, at, { projectId })
  const opened = await viewing.call(openDeployment, { id })
  expect(opened.status).toBe(200)
  const { origin, pathname, searchParams } = new URL(opened.body.url as string)
  expect([origin, pathname]).toEqual([previewSite.urlOf(label), '/.atelier/enter'])
  const visitor = previewSite.tokens.read('link', label, searchParams.get('token')!, new Date())
  expect(visitor).toMatchObject({ workspaceId: at.workspace, projectId, label })
  expect(await at.auditActions(id)).toEqual(['deployment.open'])
  const failed = await deploymentIn(server, at, { projectId, status: 'failed' })
  expectError(await viewing.call(openDeployment, { id: failed.id }), 409, 'deployment_not_served')
  expectError(await callerOf(offUrl, at.owner.key).call(openDeployment, { id }), 503, 'previews_switched_off')
})

test('409 and 503 for a rollback to a deployment that was never served, is served, or whose build was deleted', async () => {
  const { at, projectId, steering } = await world()
  const roll = (id: string, caller = at.owner) => unchangedBy(() => caller.call(rollbackDeployment, { id }))
  const live = await deploymentIn(server, at, { projectId })
  expectError(await roll(live.id), 409, 'deployment_serves')
  const failed = await deploymentIn(server, at, { projectId, status: 'failed' })
  expectError(await roll(failed.id), 409, 'deployment_never_served')
  const gone = await deploymentIn(server, at, { projectId, status: 'expired' })
  await asOwner(server, 'update deployment set build = null where id = $1', [gone.id])
  expectError(await roll(gone.id), 409, 'deployment_build_removed')
  expectError(await roll(gone.id, steering), 403, 'forbidden')
  expectError(await roll(gone.id, callerOf(offUrl, at.owner.key)), 503, 'previews_switched_off')
})

test('200 pending DNS for any domain, with the same words for another project’s domain', async () => {
  const one = await world()
  const other = await world()
  const set = ({ at, projectId }: typeof one, domain: string | null) =>
    at.owner.call(setProductionCustomDomain, { body: { projectId, domain } })
  const first = await set(one, 'WWW.Shop.dev')
  expect(first).toMatchObject({
    status: 200,
    body: { domain: 'www.shop.dev', status: 'pending_dns', checkedAt: null, connectedAt: null },
  })
  expect((first.body.records as object[]).length).toBe(2)
  const second = await set(other, 'www.shop.dev')
  expect(Object.keys(second.body as object)).toEqual(Object.keys(first.body as object))
  expect(withoutRequestId(second)).toMatchObject({
    status: 200,
    body: { domain: 'www.shop.dev', status: 'pending_dns' },
  })
  expect((await set(one, 'www.shop.dev')).body).toEqual(first.body)
  expectError(await unchangedBy(() => set(one, 'localhost')), 400, 'invalid_request')
  expectError(await unchangedBy(() => set(one, 'x.preview.localhost')), 400, 'invalid_request')
  expect((await set(other, null)).body).toMatchObject({ domain: null, status: null, records: [] })
  expect(await one.at.eventNames(one.projectId)).toContain('deployment.domain_set')
})

test('a log of 256 pieces is whole, and one of more has lost its oldest pieces', async () => {
  const { at, projectId } = await world()
  const { id } = await deploymentIn(server, at, { projectId, kind: 'production' })
  const append = (first: number, last: number) =>
    server.database.within(at.workspace, async (tx) => {
      for (let piece = first; piece <= last; piece += 1) await appendLog(tx, id, `${piece}\n`, await tx.now())
    })
  const begun = async () => (await at.owner.call(getDeploymentLog, { id })).body
  await append(1, 256)
  expect(await begun()).toMatchObject({ isTruncated: false, text: expect.stringMatching(/^1\n/) as string })
  await append(257, 258)
  expect(await begun()).toMatchObject({ isTruncated: true, text: expect.stringMatching(/^3\n/) as string })
})

test('the DNS of a domain connects it, and disconnects it when it leads elsewhere, but not when it is silent', async () => {
  const { at, projectId } = await world()
  const { body } = await at.owner.call(setProductionCustomDomain, { body: { projectId, domain: 'www.bakery.dev' } })
  const [txt, cname] = (body.records as { value: string }[]).map(({ value }) => value)
  const zone: Record<string, DnsZone[string]> = {
    '_atelier.www.bakery.dev': { txt: [txt!] },
    'www.bakery.dev': { cname: cname! },
  }
  const parts = { ...server.parts, dns: systemDns([await dnsServer(zone)]) }
  const look = async () => {
    await asOwner(server, `update production_domain set checked_at = now() - interval '1 hour' where project_id = $1`, [
      projectId,
    ])
    await checkDomains(parts, scheduledContext)
    const { status, checkedAt } = (await at.owner.call(getProductionDomain, { projectId })).body
    expect(Date.now() - Date.parse(checkedAt as string)).toBeLessThan(1_800_000)
    return status as string
  }
  expect(await look()).toBe('connected')
  zone['www.bakery.dev'] = 'broken'
  expect(await look()).toBe('connected')
  zone['www.bakery.dev'] = 'none'
  expect(await look()).toBe('pending_dns')
  const names = (await at.eventNames(projectId)).filter((name) => name.startsWith('deployment.'))
  expect(names).toEqual(['deployment.domain_set', 'deployment.domain_connected', 'deployment.domain_lost'])
})

test('a proxy may get certificates for connected domains and addresses of deployments, and for no other name', async () => {
  const { at, projectId } = await world()
  const { label } = await deploymentIn(server, at, { projectId, kind: 'production' })
  await at.owner.call(setProductionCustomDomain, { body: { projectId, domain: 'www.tailor.dev' } })
  const stranger = callerOf(onUrl, undefined)
  const ask = (domain: string, caller = stranger) => caller.call(getCertificatePermission, { query: { domain } })
  const address = new URL(previewSite.urlOf(label)).hostname
  expectError(await ask('www.tailor.dev'), 404, 'domain_not_served')
  await asOwner(server, 'update production_domain set connected_at = now() where project_id = $1', [projectId])
  expect(await ask('WWW.Tailor.dev.')).toMatchObject({ status: 200, body: { domain: 'www.tailor.dev' } })
  expect((await ask(address)).status).toBe(200)
  for (const none of [
    'tailor.dev',
    'x.www.tailor.dev',
    `${'a'.repeat(16)}.preview.localhost`,
    `x.${address}`,
    '…',
    '*',
  ])
    expectError(await ask(none), 404, 'domain_not_served')
  expectError(await ask(''), 400, 'invalid_request')
  expectError(await ask('www.tailor.dev', callerOf(offUrl, undefined)), 404, 'domain_not_served')
})
