import { expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { testCodeHost } from '../../../testing/integrations/code-host.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { endOf, fileBlock, mergeUnverified, propose } from '../../../testing/delivery.ts'
import { expectError } from '../../../testing/refusals.ts'
import { leakedToken } from '../../../testing/repositories/imports.ts'
import { git, inFolder, writeFiles } from '../../../testing/repository.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import {
  connectProjectRepo,
  createCodeHost,
  disconnectProjectRepo,
  listProjectPullRequests,
  previewProjectRepoConnect,
} from '../../code/code-hosts/contract.ts'
import { listCycleMessages, sendCycleMessage } from '../conversation/contract.ts'
import { getCycle, stopCycle } from '../cycles/contract.ts'
import { listCyclePendingRequests, resolvePendingRequest } from '../requests/contract.ts'
import { executeCycle } from './contract.ts'
import { isLong, isSoak } from '../../../testing/soak.ts'

const token = 'gitea-token-of-the-test-0002'
const host = await testCodeHost(token)
const server = await testServer({ ATELIER_SANDBOX_LIMIT: '3', ATELIER_FETCH_PRIVATE_HOSTS: host.host })
const patience = { timeout: 120_000, interval: 500 }

interface World {
  readonly at: Scene
  readonly id: string
  readonly fullName: string
  readonly repository: ReturnType<typeof host.repository>
}

/** A project that is delivered by pull requests, and whose webhook the host has. */
const world = async (name: string): Promise<World> => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  await mergeUnverified(at.owner, id)
  const made = { kind: 'gitea' as const, name: 'Acme', baseUrl: host.url, token }
  const { body } = await at.owner.call(createCodeHost, { body: made })
  const fullName = `acme/${name}`
  const connected = await at.owner.call(connectProjectRepo, {
    id,
    body: { codeHostId: body.id as string, fullName, create: true },
  })
  expect(connected.status).toBe(201)
  await expect
    .poll(async () => (await at.owner.call(previewProjectRepoConnect, { id })).body.connection, patience)
    .toMatchObject({ state: 'pushed', webhookState: 'made', pullRequests: true })
  return { at, id, fullName, repository: host.repository(fullName) }
}

const pullsOf = async ({ at, id }: World) => (await at.member.call(listProjectPullRequests, { id })).body
const statusesOf = async ({ at }: World, cycleId: string) => {
  const { body } = await at.owner.call(getCycle, { id: cycleId })
  return (body.tasks as { status: string }[]).map(({ status }) => status)
}

/** A cycle whose change waits at the host. */
const proposedAtHost = async (place: World) => {
  const cycleId = await propose(place.at.owner, place.id, fileBlock('c.txt', 'three\n'))
  expect((await place.at.owner.call(executeCycle, { id: cycleId })).status).toBe(200)
  await expect.poll(() => statusesOf(place, cycleId), patience).toEqual(['pr_created'])
  return cycleId
}

test.runIf(isLong)(
  'a cycle is a pull request; its tasks follow the checks, and the merge at the host is the new head',
  async () => {
    const place = await world('merged')
    const { at, id, repository, fullName } = place
    const cycleId = await proposedAtHost(place)
    const [pull] = await pullsOf(place)
    expect(pull).toMatchObject({ cycleId, state: 'open', checks: 'none', targetBranch: 'main', error: null })
    const [hosted] = repository.pulls
    expect(hosted).toMatchObject({ number: pull!.number, base: 'main', state: 'open' })
    expect(hosted!.body).toContain(`/projects/${id}/cycles/${cycleId}`)
    expect(git(host.folderOf(fullName), 'show', `${hosted!.head}:c.txt`)).toBe('three\n')
    repository.check(hosted!.head, 'failure')
    expect(await repository.deliver('status')).toBe(200)
    await expect.poll(async () => (await pullsOf(place))[0]!.checks, patience).toBe('failing')
    expect(await statusesOf(place, cycleId)).toEqual(['pr_created'])
    repository.check(hosted!.head, 'success')
    await repository.deliver('status')
    await expect.poll(() => statusesOf(place, cycleId), patience).toEqual(['ci_passing'])
    repository.comment(pull!.number, 'grace', 'Please name it better.')
    repository.commentAt(pull!.number, 'ada', 'This line.', { path: 'c.txt', line: 1 })
    const said = { content: 'It has its final name.' }
    expect((await at.member.call(sendCycleMessage, { id: cycleId, body: said })).status).toBeLessThan(300)
    await repository.deliver('pull_request_comment')
    const messages = async () =>
      ((await at.owner.call(listCycleMessages, { id: cycleId })).body as { content: string }[]).map(
        (one) => one.content,
      )
    const number = pull!.number
    await expect
      .poll(messages, patience)
      .toEqual([
        said.content,
        `grace commented on pull request #${number}:\n\nPlease name it better.`,
        `ada commented on pull request #${number} at c.txt:1:\n\nThis line.`,
      ])
    await expect
      .poll(() => repository.comments.get(number)!.map(({ body }) => body.split('\n').at(-1)), patience)
      .toEqual(['Please name it better.', 'It has its final name.'])
    const merge = repository.merge(number)
    await repository.deliver('pull_request')
    const { cycle, tasks } = await endOf(at.owner, cycleId)
    expect(cycle).toMatchObject({ status: 'completed', mergedSha: merge })
    expect(tasks).toMatchObject([{ status: 'done' }])
    expect(await pullsOf(place)).toMatchObject([{ state: 'taken', checks: 'passing' }])
    expect(await at.eventNames(tasks[0].id as string)).toEqual(
      'queued building testing reviewing reviewed approved pr_created ci_passing merged done'
        .split(' ')
        .map((status) => `task.${status}`),
    )
    const rows = await auditOf(server, at.workspace, pull!.id)
    expect(rows.map(({ source }) => source)).toEqual(['system', 'codehost', 'codehost', 'codehost'])
    expect(JSON.stringify([await at.rows('pull_request'), await at.rows('audit_row'), rows])).not.toContain(token)
    expect(repository.comments.get(number)).toHaveLength(2)
  },
)

test.runIf(isLong)('a wrong signature, a repeated delivery and another repository’s name change nothing', async () => {
  const place = await world('signed')
  const { repository } = place
  await proposedAtHost(place)
  const { config } = repository.hooks[0]!
  const hinted = async () =>
    (await place.at.rows('pull_request')).map((row) => (row as { hinted_at: unknown }).hinted_at)
  const before = await hinted()
  expect(await repository.deliver('push', {}, { signature: '0'.repeat(64) })).toBe(400)
  expect(await repository.deliver('push', {}, { signature: 'sha256=1' })).toBe(400)
  const bare = await fetch(config.url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
  expect(bare.status).toBe(400)
  const nowhere = await fetch(`${config.url.slice(0, -43)}${'a'.repeat(43)}`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  expect(nowhere.status).toBe(404)
  expect(await repository.deliver('push', { repository: { full_name: 'acme/other' } })).toBe(200)
  expect(await hinted()).toEqual(before)
  expect(await repository.deliver('push', {}, { id: 'one' })).toBe(200)
  const once = await hinted()
  expect(once).not.toEqual(before)
  expect(await repository.deliver('push', {}, { id: 'one' })).toBe(200)
  expect(await hinted()).toEqual(once)
  // A webhook that claims a merge which the host does not know of: the host is asked, and counts.
  await repository.deliver('pull_request', { action: 'closed', pull_request: { number: 1, merged: true } })
  await expect.poll(async () => (await pullsOf(place))[0]!.state, patience).toBe('open')
})

test.runIf(isLong)(
  'the webhook of one workspace moves nothing of another workspace that has a repository of the same name',
  async () => {
    const mine = await world('same')
    await proposedAtHost(mine)
    const theirs = await scene(server)
    const id = await emptyProject(theirs.owner)
    const { body } = await theirs.owner.call(createCodeHost, {
      body: { kind: 'gitea', name: 'Acme', baseUrl: host.url, token },
    })
    const connected = { codeHostId: body.id as string, fullName: 'acme/theirs', create: true }
    expect((await theirs.owner.call(connectProjectRepo, { id, body: connected })).status).toBe(201)
    await expect.poll(() => host.repository('acme/theirs').hooks.length, patience).toBe(1)
    const hinted = async () =>
      (await mine.at.rows('pull_request')).map((row) => (row as { hinted_at: unknown }).hinted_at)
    const before = await hinted()
    expect(await host.repository('acme/theirs').deliver('push', { repository: { full_name: mine.fullName } })).toBe(200)
    expect(await hinted()).toEqual(before)
    expectError(await theirs.owner.call(listProjectPullRequests, { id: mine.id }), 404, 'not_found')
  },
)

test.runIf(isSoak)(
  'a pull request that is closed, and a project that is disconnected, fail the cycle; a stopped cycle closes its own',
  async () => {
    const place = await world('closed')
    const { at, id, repository } = place
    const first = await proposedAtHost(place)
    repository.close(repository.pulls[0]!.number)
    await repository.deliver('pull_request')
    expect((await endOf(at.owner, first)).cycle).toMatchObject({
      status: 'failed',
      failure: { code: 'pull_request_closed' },
    })
    const second = await proposedAtHost(place)
    expect((await at.owner.call(stopCycle, { id: second })).status).toBe(200)
    await expect.poll(() => repository.pulls.at(-1)!.state, patience).toBe('closed')
    const third = await proposedAtHost(place)
    expect((await at.owner.call(disconnectProjectRepo, { id })).status).toBe(200)
    expect((await endOf(at.owner, third)).cycle).toMatchObject({ status: 'failed' })
    expect(repository.pulls.at(-1)!.state).toBe('open')
  },
)

/** The request of a cycle to people, once there is one. */
const askedOf = async ({ at }: World, cycleId: string) => {
  const pending = async () =>
    (await at.owner.call(listCyclePendingRequests, { id: cycleId })).body as { id: string; question: string }[]
  await expect.poll(async () => (await pending()).length, patience).toBe(1)
  return (await pending())[0]!
}

test('a merged request of another commit is not taken for ours by its name, and long comments stop no merge', async () => {
  const place = await world('named')
  const { at, id, repository, fullName } = place
  host.isDown = true
  const cycleId = await propose(at.owner, id, fileBlock('c.txt', 'three\n'))
  expect((await at.owner.call(executeCycle, { id: cycleId })).status).toBe(200)
  await expect.poll(async () => (await pullsOf(place))[0]?.error, patience).toContain('503')
  repository.plantMerged((await pullsOf(place))[0]!.branch as string, 'main')
  host.isDown = false
  await asOwner(server, `update pull_request set next_attempt_at = now() where cycle_id = '${cycleId}'`)
  await expect.poll(() => statusesOf(place, cycleId), patience).toEqual(['pr_created'])
  const [planted, hosted] = repository.pulls
  expect([planted!.merged, (await pullsOf(place))[0]]).toMatchObject([true, { number: hosted!.number, state: 'open' }])
  for (let count = 0; count < 25; count += 1)
    repository.comment(hosted!.number, 'ci-bot', `${count} ${'x'.repeat(60_000)}`)
  await repository.deliver('pull_request_comment')
  const messages = async () => (await at.owner.call(listCycleMessages, { id: cycleId })).body as { content: string }[]
  await expect.poll(async () => (await messages()).length, patience).toBe(25)
  expect((await messages()).map(({ content }) => content.split('\n\n')[1]!.slice(0, 2).trim())).toEqual(
    Array.from({ length: 25 }, (_, at) => String(at)),
  )
  const merged = repository.squash(hosted!.number)
  await repository.deliver('pull_request')
  const { cycle } = await endOf(at.owner, cycleId)
  expect(cycle).toMatchObject({ status: 'completed', mergedSha: merged })
  expect(git(host.folderOf(fullName), 'show', 'main:c.txt')).toBe('three\n')
})

test('a merge that the target does not have ends no cycle: a person is asked, who takes or rejects it', async () => {
  const place = await world('claimed')
  const { at, repository } = place
  const claimed = async (path: string) => {
    const cycleId = await propose(at.owner, place.id, fileBlock(path, 'three\n'))
    await at.owner.call(executeCycle, { id: cycleId })
    await expect.poll(() => statusesOf(place, cycleId), patience).toEqual(['pr_created'])
    repository.claimMerge(repository.pulls.at(-1)!.number)
    await repository.deliver('pull_request')
    const request = await askedOf(place, cycleId)
    expect(request).toMatchObject({ requestType: 'approval', requiredActor: 'agency', taskId: null, commitSha: null })
    expect(request.question).toContain('has neither the commit')
    expect(await statusesOf(place, cycleId)).toEqual(['pr_created'])
    expect((await pullsOf(place))[0]).toMatchObject({
      state: 'merged',
      error: expect.stringContaining('neither') as string,
    })
    return { cycleId, requestId: request.id }
  }
  const denied = await claimed('d.txt')
  await at.owner.call(resolvePendingRequest, { id: denied.requestId, body: { status: 'denied' } })
  expect((await endOf(at.owner, denied.cycleId)).cycle).toMatchObject({ status: 'failed', failure: { code: 'denied' } })
  const taken = await claimed('e.txt')
  await at.owner.call(resolvePendingRequest, { id: taken.requestId, body: { status: 'approved' } })
  expect((await endOf(at.owner, taken.cycleId)).cycle).toMatchObject({ status: 'completed' })
  expect(await pullsOf(place)).toMatchObject([{ state: 'taken', error: null }, { error: expect.anything() as string }])
})

test('commits that others push to the host become a revision; those with a secret are refused with the reason', async () => {
  const { at, id, fullName, repository } = await world('others')
  const folder = host.folderOf(fullName)
  const pushed = (files: Record<string, string>) =>
    inFolder(async (clone) => {
      git(clone, 'clone', '-q', folder, '.')
      await writeFiles(clone, files)
      git(clone, 'add', '-A')
      git(clone, 'commit', '-q', '-m', 'By others')
      git(clone, 'push', '-q', 'origin', 'HEAD:main')
      return git(clone, 'rev-parse', 'HEAD').trim()
    })
  const commit = await pushed({ 'other.txt': 'others\n' })
  await repository.deliver('push')
  const connection = async () => (await at.owner.call(previewProjectRepoConnect, { id })).body
  await expect.poll(async () => (await connection()).headSha, patience).toBe(commit)
  expect((await connection()).connection).toMatchObject({ state: 'pushed', takeError: null })
  await pushed({ 'pay.ts': `export const token = '${leakedToken}'\n` })
  await repository.deliver('push')
  await expect
    .poll(async () => (await connection()).connection?.takeError, patience)
    .toContain('The commits of the host are not taken')
  expect((await connection()).headSha).toBe(commit)
})
