import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { handlersOf } from '../../../apps/server/domains.ts'
import { callerOf } from '../../../testing/caller.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { deploymentIn } from '../../../testing/deployments/deployments.ts'
import { listenAgain } from '../../../testing/network/listener.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { updateProject } from '../projects/contract.ts'
import { createPreviewShare, deletePreviewShare, listPreviewShares } from './contract.ts'
import deploymentsDomain from './domain.ts'
import { openResolver } from './resolve.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const { previewSite } = server.parts
const switched = (isOn: boolean) =>
  listenAgain(server, { handlers: handlersOf({ ...server.parts, previewSite: { ...previewSite, isOn } }) })
const onUrl = await switched(true)
const offUrl = await switched(false)

const allow = (at: Awaited<ReturnType<typeof scene>>, projectId: string, shareLinks: boolean) =>
  at.owner.call(updateProject, { id: projectId, body: { runtime: { previews: { shareLinks } } } })

const world = async () => {
  const at = await scene({ ...server, baseUrl: onUrl })
  const projectId = await emptyProject(at.owner)
  expect((await allow(at, projectId, true)).status).toBe(200)
  const { id, label } = await deploymentIn(server, at, { projectId })
  const share = (body: object = {}, caller = at.owner) => caller.call(createPreviewShare, { id, body })
  return { at, projectId, id, label, share }
}

/** Asks for pages of a label as another process would, which remembers no answer. */
const visit = (label: string, { url = '/', access }: { url?: string; access?: string | undefined } = {}) =>
  openResolver({
    ...server.parts,
    previewSite: { ...previewSite, isOn: true },
    countStranger: async () => undefined,
    linkTo: (path) => path,
  }).resolve({
    host: `${label}.preview.localhost`,
    label,
    method: 'GET',
    url,
    ip: '127.0.0.1',
    access: access === undefined ? [] : ['of another preview', access],
  })

const pathIn = (url: unknown) => {
  const { pathname, search } = new URL(url as string)
  return `${pathname}${search}`
}

const enter = async (label: string, url: unknown) => {
  const entered = await visit(label, { url: pathIn(url) })
  return entered.kind === 'redirect' ? entered.access?.value : undefined
}

test.runIf(isLong)(
  '201 returns a link that opens the deployment without an account, and the next deployment at its address',
  async () => {
    const { at, projectId, id, label, share } = await world()
    const made = await share({ note: 'The board', days: 2 })
    expect(made).toMatchObject({ status: 201, body: { note: 'The board' } })
    expect(Date.parse(made.body.expiresAt as string)).toBeGreaterThan(Date.now() + 1.9 * 86_400_000)
    expect(await at.auditActions(id)).toEqual(['deployment.share'])
    const access = await enter(label, made.body.url)
    expect(await visit(label, { access })).toMatchObject({ kind: 'version', version: { id } })
    await asOwner(server, `update deployment set status = 'expired', expired_because = 'replaced' where id = $1`, [id])
    const next = await deploymentIn(server, at, { projectId, label })
    expect(await visit(label, { access })).toMatchObject({ kind: 'version', version: { id: next.id } })
    const rows = await at.rows('preview_share')
    expect(JSON.stringify(rows)).not.toContain(new URL(made.body.url as string).searchParams.get('share'))
  },
)

test('a share link opens no other address, and its cookie is no link of the console', async () => {
  const { at, projectId, label, share } = await world()
  const { url } = (await share()).body
  const other = await deploymentIn(server, at, { projectId })
  expect(await visit(other.label, { url: pathIn(url) })).toMatchObject({ kind: 'page', status: 403 })
  const access = await enter(label, url)
  expect(await visit(other.label, { access })).toMatchObject({ kind: 'redirect' })
  expect(await visit(label, { url: `/.atelier/enter?token=${access}` })).toMatchObject({ kind: 'page', status: 403 })
  const wrong = `${pathIn(url).slice(0, -1)}${pathIn(url).endsWith('A') ? 'E' : 'A'}`
  for (const path of [wrong, '/.atelier/enter?share=', '/.atelier/enter?share=nonsense'])
    expect(await visit(label, { url: path })).toMatchObject({ kind: 'page', status: 403, title: 'Link ended' })
})

test('a link that is removed, expired, or of a project that allows none any more opens nothing', async () => {
  const { at, projectId, id, label, share } = await world()
  const shares = async () => (await at.owner.call(listPreviewShares, { id })).body as { id: string }[]
  const removed = (await share()).body
  const expired = (await share()).body
  const stopped = (await share()).body
  expect((await shares()).map((one) => one.id)).toEqual([stopped.id, expired.id, removed.id])
  expect((await shares())[0]).not.toHaveProperty('url')
  const cookies = await Promise.all([removed, expired, stopped].map(({ url }) => enter(label, url)))
  expect(await at.owner.call(deletePreviewShare, { id, shareId: removed.id })).toMatchObject({ status: 200 })
  const past = `update preview_share set created_at = now() - interval '2 d', expires_at = now() - interval '1 s' where id = $1`
  await asOwner(server, past, [expired.id])
  for (const [at_, { url }] of [removed, expired].entries()) {
    expect(await visit(label, { url: pathIn(url) })).toMatchObject({ kind: 'page', title: 'Link ended' })
    expect(await visit(label, { access: cookies[at_] })).toMatchObject({ kind: 'redirect' })
  }
  expect((await shares()).map((one) => one.id)).toEqual([stopped.id])
  await allow(at, projectId, false)
  expect(await visit(label, { access: cookies[2] })).toMatchObject({ kind: 'redirect' })
  expect(await visit(label, { url: pathIn(stopped.url) })).toMatchObject({ kind: 'page', title: 'Link ended' })
  expect(await at.auditActions(id)).toContain('deployment.unshare')
})

test('the erasure of its author leaves a link without its note', async () => {
  const { at, share } = await world()
  await share({ note: 'Ask Ada Lovelace' })
  await share({ note: 'The board' }, at.member)
  const [{ created_by: userId }] = (await at.rows('preview_share')) as [{ created_by: string }]
  const person = { userId, name: 'Ada Lovelace', email: 'ada@example.com' }
  await server.database.within(at.workspace, (tx) => deploymentsDomain.person.eraseIn!(tx, person, server.parts))
  const notes = (await at.rows('preview_share')).map(({ note }) => note)
  expect(notes.toSorted()).toEqual(['The board', null])
})

test('404 for a deleted or malformed link, or another project’s', async () => {
  const { at, id, share } = await world()
  const other = await deploymentIn(server, at, { projectId: await emptyProject(at.owner) })
  const shareId = (await share()).body.id as string
  const gone = [
    { id: other.id, shareId },
    { id, shareId: uuidv7() },
    { id, shareId: 'nonsense' },
  ]
  for (const input of gone)
    expectError(await unchanged(server, () => at.owner.call(deletePreviewShare, input)), 404, 'not_found')
})

test.runIf(isLong)(
  '409 and 503 if the project allows no links, nothing is served, there are too many, or previews are off',
  async () => {
    const { at, projectId, id, label, share } = await world()
    const refused = (work: () => ReturnType<typeof share>) => unchanged(server, work)
    const failed = await deploymentIn(server, at, { projectId, status: 'failed' })
    const ofFailed = () => at.owner.call(createPreviewShare, { id: failed.id, body: {} })
    expectError(await refused(ofFailed), 409, 'deployment_not_served')
    const off = callerOf(offUrl, at.owner.key)
    expectError(await refused(() => off.call(createPreviewShare, { id, body: {} })), 503, 'previews_switched_off')
    for (const body of [{ days: 0 }, { days: 91 }, { note: '' }])
      expectError(await refused(() => share(body)), 400, 'invalid_request')
    const many = `insert into preview_share (id, workspace_id, project_id, label, token_hash, created_by, created_at, expires_at)
    select gen_random_uuid(), $1, $2, $3, sha256(n::text::bytea), $1, now(), now() + interval '1 d' from generate_series(1, 50) n`
    await asOwner(server, many, [at.workspace, projectId, label])
    expectError(await refused(() => share()), 409, 'too_many_preview_shares')
    await allow(at, projectId, false)
    expectError(await refused(() => share()), 409, 'preview_sharing_off')
  },
)
