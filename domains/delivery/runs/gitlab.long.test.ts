import { expect, test } from 'vitest'
import { testCodeHost } from '../../../testing/integrations/code-host.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { endOf, fileBlock, mergeUnverified, propose } from '../../../testing/delivery.ts'
import { deliverAsGitLab } from '../../../testing/integrations/gitlab-api.ts'
import { git } from '../../../testing/repository.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import {
  connectProjectRepo,
  createCodeHost,
  listProjectPullRequests,
  previewProjectRepoConnect,
  testCodeHost as testConnection,
} from '../../code/code-hosts/contract.ts'
import { listCycleMessages, sendCycleMessage } from '../conversation/contract.ts'
import { executeCycle } from './contract.ts'

const token = 'gitlab-token-of-the-test-0001'
const host = await testCodeHost(token)
const server = await testServer({ ATELIER_SANDBOX_LIMIT: '3', ATELIER_FETCH_PRIVATE_HOSTS: host.host })
const patience = { timeout: 120_000, interval: 500 }

test('a cycle is a merge request of GitLab, from the push to the merge that a webhook reports', async () => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  await mergeUnverified(at.owner, id)
  const made = { kind: 'gitlab' as const, name: 'Lab', baseUrl: host.url, token }
  const codeHostId = (await at.owner.call(createCodeHost, { body: made })).body.id as string
  const works = { works: true, account: 'acme', problem: null }
  expect((await at.owner.call(testConnection, { id: codeHostId })).body).toEqual(works)
  const fullName = 'agency/web/shop'
  const connected = await at.owner.call(connectProjectRepo, { id, body: { codeHostId, fullName, create: true } })
  expect(connected.status).toBe(201)
  const connection = async () => (await at.owner.call(previewProjectRepoConnect, { id })).body.connection
  await expect.poll(connection, patience).toMatchObject({ state: 'pushed', webhookState: 'made' })
  const repository = host.repository(fullName)

  const cycleId = await propose(at.owner, id, fileBlock('c.txt', 'three\n'))
  await at.owner.call(executeCycle, { id: cycleId })
  const pulls = async () => (await at.member.call(listProjectPullRequests, { id })).body
  await expect.poll(pulls, patience).toMatchObject([{ state: 'open', checks: 'none', targetBranch: 'main' }])
  const [pull] = await pulls()
  const [hosted] = repository.pulls
  expect(git(host.folderOf(fullName), 'show', `${hosted!.head}:c.txt`)).toBe('three\n')

  repository.check(hosted!.head, 'failure')
  expect(await deliverAsGitLab(repository, fullName, 'Pipeline Hook')).toBe(200)
  await expect.poll(async () => (await pulls())[0]!.checks, patience).toBe('failing')
  repository.check(hosted!.head, 'success')
  repository.comment(pull!.number, 'grace', 'Please name it better.')
  repository.commentAt(pull!.number, 'ada', 'This line.', { path: 'c.txt', line: 1 })
  const said = { content: 'It has its final name.' }
  await at.member.call(sendCycleMessage, { id: cycleId, body: said })
  await deliverAsGitLab(repository, fullName, 'Note Hook')
  const messages = async () =>
    ((await at.owner.call(listCycleMessages, { id: cycleId })).body as { content: string }[]).map((one) => one.content)
  await expect
    .poll(messages, patience)
    .toEqual([
      said.content,
      expect.stringContaining('grace commented'),
      expect.stringContaining(`ada commented on pull request #${pull!.number} at c.txt:1`),
    ])
  await expect.poll(() => repository.comments.get(pull!.number)?.length, patience).toBe(2)

  expect(await deliverAsGitLab(repository, fullName, 'Push Hook', { secret: 'another' })).toBe(400)
  expect(await deliverAsGitLab(repository, fullName, 'Push Hook', { secret: '' })).toBe(400)
  const merge = repository.merge(pull!.number)
  expect(await deliverAsGitLab(repository, fullName, 'Merge Request Hook', { id: 'one' })).toBe(200)
  expect(await deliverAsGitLab(repository, fullName, 'Merge Request Hook', { id: 'one' })).toBe(200)
  const { cycle, tasks } = await endOf(at.owner, cycleId)
  expect(cycle).toMatchObject({ status: 'completed', mergedSha: merge })
  expect(tasks).toMatchObject([{ status: 'done' }])
  expect(await pulls()).toMatchObject([{ state: 'taken', checks: 'passing' }])
  expect(JSON.stringify(await at.rows('audit_row'))).not.toContain(token)
})
