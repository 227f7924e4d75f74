import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { getCycleTimeline, listCycles, streamCycle } from '../../domains/delivery/cycles/contract.ts'
import { listEvents } from '../../domains/record/events/contract.ts'
import { getProjectImport } from '../../domains/code/imports/contract.ts'
import { createProject, listProjects } from '../../domains/code/projects/contract.ts'
import { getTask, listTasks } from '../../domains/delivery/tasks/contract.ts'
import { isRefused } from '../../platform/access/index.ts'
import type { Operation } from '../../platform/contract/index.ts'
import { withoutRequestId } from '../caller.ts'
import { cycleIn, emptyProject, taskIn } from '../cycles.ts'
import { library, propose, runCycle, mergeProse } from '../delivery.ts'
import { refsIn } from '../repositories/refs.ts'
import { bundleOf, bundleRepository, git, hashOf, importProject, inFolder, writeFiles } from '../repository.ts'
import { scene } from '../scene.ts'
import { testServer } from '../server.ts'

const server = await testServer()

/** A workspace with two projects, each with a cycle and a task. */
const twoProjects = async () => {
  const at = await scene(server)
  const made = async () => {
    const projectId = await emptyProject(at.owner)
    const cycleId = await cycleIn(server, at, projectId)
    return { projectId, cycleId, taskId: (await taskIn(server, at, { projectId, cycleId })).id }
  }
  return { at, shared: await made(), hidden: await made() }
}

type Ids = Awaited<ReturnType<typeof twoProjects>>['shared']

describe.each([
  [
    'a client',
    async (at: Awaited<ReturnType<typeof scene>>, { projectId }: Ids) => {
      await at.grant(projectId, at.clientId, 'steer')
      return at.client
    },
  ],
  [
    'a key that names projects',
    async (at: Awaited<ReturnType<typeof scene>>, { projectId }: Ids) =>
      (await at.join('owner', { projectIds: [projectId] })).caller,
  ],
] as const)('%s', (_who, make) => {
  test('cannot see it in lists, and sees no more by naming its ids', async () => {
    const { at, shared, hidden } = await twoProjects()
    const caller = await make(at, shared)
    for (const operation of [listProjects, listCycles, listTasks]) {
      const { body } = await caller.call(operation)
      expect(JSON.stringify(body)).toContain(shared.projectId)
      expect(JSON.stringify(body)).not.toContain(hidden.projectId)
    }
    for (const operation of [listCycles, listTasks])
      expect((await caller.call(operation, { query: { projectId: hidden.projectId } })).status).toBe(404)
    for (const query of [
      { limit: 500 },
      { cycleId: hidden.cycleId },
      { entityType: 'task', entityId: hidden.taskId },
    ]) {
      const { status, body } = await caller.call(listEvents, { query })
      expect([200, 403]).toContain(status)
      expect(JSON.stringify(body)).not.toContain(hidden.projectId)
    }
  })
})

test('a key is refused when a session is required, with any scope', async () => {
  const { owner, workspace } = await scene(server)
  const principal = (await server.parts.credentials.keys.principal(owner.key!))!
  const caller = {
    ...principal,
    workspaceId: workspace,
    membershipRole: 'owner',
    role: 'owner',
    source: 'api',
  } as const
  const open = { method: 'POST', access: { who: 'participant' } } as Operation
  const closed = { method: 'POST', access: { who: 'participant', session: true } } as Operation
  expect([isRefused(open, caller, []), isRefused(closed, caller, [])]).toEqual([false, true])
  expect(isRefused(closed, { ...caller, bound: false }, [])).toBe(false)
})

test('404 for another person’s import, and for a key that names another project', async () => {
  const { owner, member, join } = await scene(server)
  const { importId } = await importProject(owner, await bundleOf(library))
  const other = await emptyProject(owner)
  const { caller } = await join('owner', { projectIds: [other] })
  const unknown = withoutRequestId(await owner.call(getProjectImport, { id: uuidv7() }))
  for (const stranger of [member, caller])
    expect(withoutRequestId(await stranger.call(getProjectImport, { id: importId }))).toEqual(unknown)
})

test('text of people and agents cannot start an event, a field or a line of a stream', async () => {
  const { owner } = await scene(server)
  const evil = '\n\nevent: owned\ndata: {"owned":true}\n\nid: 99\nretry: 1\n\r\r\u2028'
  await owner.call(createProject, { body: { name: `evil${evil}` } })
  await mergeProse(owner)
  const { projectId } = await importProject(owner, await bundleOf(library))
  const script = "printf '\\n\\nevent: owned\\ndata: {}\\n\\nid: 99\\n' >&2; exit 3"
  const { cycle } = await runCycle(owner, await propose(owner, projectId, `\`\`\`run\n${script}\n\`\`\`\n`))
  expect(JSON.stringify(cycle.failure)).toContain('event: owned')
  const text = await (await owner.open(streamCycle, { id: cycle.id as string })).text()
  const fields = text.split(/\r\n|\n|\r/).filter((line) => line !== '')
  expect(fields.filter((line) => !/^(id: \d+|event: (cycle|task)\.[a-z_]+|data: \{.*\})$/.test(line))).toEqual([])
  const { body } = await owner.call(getCycleTimeline, { id: cycle.id as string })
  expect(JSON.stringify(body)).toContain('event: owned')
})

test('an import stores only branches and tags, and changes nothing that others see', async () => {
  const { owner, rows } = await scene(server)
  const bundle = await inFolder(async (folder) => {
    git(folder, 'init', '-q', '-b', 'main')
    await writeFiles(folder, library)
    git(folder, 'add', '-A')
    git(folder, 'commit', '-q', '-m', 'First')
    const told = await bundleRepository(folder)
    const [good, evil] = ['sum.js', 'package.json'].map((name) => git(folder, 'rev-parse', `HEAD:${name}`).trim())
    git(folder, 'replace', good!, evil!)
    git(folder, 'notes', 'add', '-m', 'note')
    for (const name of [
      'refs/atelier/cycles/x/1/integration',
      'refs/remotes/origin/main',
      'refs/stash',
      'refs/bisect/bad',
    ])
      git(folder, 'update-ref', name, 'HEAD')
    git(folder, 'update-ref', 'refs/heads/HEAD', 'HEAD')
    git(folder, 'branch', 'atelier/cycles')
    git(folder, 'tag', 'main')
    git(folder, 'bundle', 'create', '-q', '.git/all.bundle', '--all')
    const bytes = await readFile(join(folder, '.git', 'all.bundle'))
    return { ...told, bytes, sha256: hashOf(bytes) }
  })
  await mergeProse(owner)
  const { projectId } = await importProject(owner, bundle)
  const { repositories } = server.parts
  const id = (await rows('repository'))[0]!.id as string
  expect(Object.keys(await refsIn(server, projectId)).sort()).toEqual([
    'refs/heads/HEAD',
    'refs/heads/atelier/cycles',
    'refs/heads/main',
    'refs/tags/main',
  ])
  const file = await repositories.readFile(id, { commit: bundle.commitSha, path: { path: 'sum.js' }, maxBytes: 1_000 })
  expect(file?.content?.toString()).toBe(library['sum.js'])
  const { cycle, tasks } = await runCycle(owner, await propose(owner, projectId, '```file NOTES.md\nx\n```\n'))
  expect(cycle).toMatchObject({ status: 'completed', baseSha: bundle.commitSha })
  expect((await owner.call(getTask, { id: tasks[0].id as string })).body.status).toBe('done')
})
