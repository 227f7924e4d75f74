import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { endOf, propose } from '../../../testing/delivery.ts'
import { commandHeld, heldCommand } from '../../../testing/runs/held-commands.ts'
import { patience } from '../../../testing/runner/hang-timeout.ts'
import { leftovers } from '../../../testing/runner/leftovers.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { headOfBranch } from '../../../testing/repositories/refs.ts'
import { changeThatWaits, importHistory } from '../../../testing/repositories/readable-project.ts'
import { git } from '../../../testing/repository.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { hasSecondReader } from '../../../testing/second-reader.ts'
import { testServer } from '../../../testing/server.ts'
import { createProject } from '../../code/projects/contract.ts'
import { executeCycle } from '../runs/contract.ts'
import {
  getProjectChangeFile,
  getProjectChanges,
  getProjectFileContent,
  listProjectBranches,
  listProjectFiles,
  repositoryReads,
} from './contract.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '4' })
afterEach(() => vi.restoreAllMocks())

let at: Scene
let project: Awaited<ReturnType<typeof importHistory>>
let neighbourId: string
let seen: Awaited<ReturnType<typeof lookWhileItWorks>>
let done: Awaited<ReturnType<typeof endOf>>

type Query = Readonly<Record<string, string>>
const asking =
  (operation: (typeof repositoryReads)[keyof typeof repositoryReads]) =>
  (query: Query = {}) =>
    at.member.call(operation, { id: project.projectId, query })
const branches = asking(listProjectBranches)
const changes = asking(getProjectChanges)
const changeOf = asking(getProjectChangeFile)
const files = asking(listProjectFiles)
const contentOf = asking(getProjectFileContent)

const lookWhileItWorks = async () => {
  // The call of the held command is written while it runs, after all before it.
  const isHeldCall = ({ kind, payload }: Record<string, unknown>) =>
    kind === 'tool-call' && JSON.stringify(payload).includes('.held')
  await vi.waitUntil(async () => (await at.rows('task_transcript')).some(isHeldCall), patience)
  const { body } = await unchanged(server, () => changes({ since: project.since }))
  const { taskId, branch } = body.inFlight[0]
  const live = async (read: typeof changeOf, path: string) => {
    const reply = await read({ path, taskId })
    return reply.status === 200 ? reply.body : [reply.status, reply.body.code]
  }
  const allOf = async (read: typeof changeOf, paths: readonly string[]) =>
    Object.fromEntries(await Promise.all(paths.map(async (path) => [path, await live(read, path)] as const)))
  return {
    inFlight: body.inFlight as Record<string, unknown>[],
    patches: await allOf(changeOf, ['a.txt', 'NOTES.md', 'x/new', '.env', 'dir/b.txt', 'none']),
    contents: await allOf(contentOf, ['a.txt', 'dir/b.txt', 'x/new', '.env', 'link', 'none']),
    ofBranch: await files({ ref: branch }),
    elsewhere: await at.owner.call(getProjectFileContent, { id: neighbourId, query: { path: 'a.txt', taskId } }),
  }
}

beforeAll(async () => {
  at = await scene(server)
  project = await importHistory(at.owner)
  const other = await at.owner.call(createProject, { body: { repos: [{ fullName: 'acme/shop' }] } })
  neighbourId = other.body.id as string
  const id = await propose(at.owner, project.projectId, changeThatWaits(heldCommand(server)))
  expect((await at.owner.call(executeCycle, { id })).status).toBe(200)
  const command = await commandHeld(server)
  seen = await lookWhileItWorks()
  await command.release()
  done = await endOf(at.owner, id)
  expect(done.cycle.status).toBe('completed')
  const isBilled = async () => (await at.rows('component_bill')).every(({ state }) => state !== 'pending')
  await vi.waitUntil(isBilled, patience)
})

describe('200', () => {
  test('lists the default branch, then branches of cycles and tasks, newest first', async () => {
    const { status, body } = await branches()
    const { cycle, tasks } = done
    expect([status, body]).toEqual([
      200,
      {
        repositoryId: expect.any(String),
        defaultBranch: 'main',
        truncated: false,
        branches: [
          {
            name: 'main',
            kind: 'default',
            title: null,
            cycleId: null,
            taskId: null,
            headSha: cycle.mergedSha,
            createdAt: null,
          },
          {
            name: tasks[0].branch,
            kind: 'task',
            title: 'A change',
            cycleId: cycle.id,
            taskId: tasks[0].id,
            headSha: tasks[0].headSha,
            createdAt: tasks[0].createdAt,
          },
          {
            name: cycle.integrationBranch ?? expect.stringMatching(/integration$/),
            kind: 'cycle',
            title: 'A change',
            cycleId: cycle.id,
            taskId: null,
            headSha: expect.stringMatching(/^[0-9a-f]{40}$/),
            createdAt: cycle.createdAt,
          },
        ],
      },
    ])
  })

  test('lists what changed since a commit, without what git ignores, and nothing since the default branch', async () => {
    const { cycle, tasks } = done
    const main = { source: 'native-repos', repositoryId: expect.any(String), branch: 'main', headSha: cycle.mergedSha }
    expect((await changes({ since: project.since })).body).toEqual({
      ...main,
      baseSha: project.since,
      truncated: false,
      inFlight: [],
      files: [
        { path: 'NOTES.md', kind: 'added', additions: 1, deletions: 0 },
        { path: 'a.txt', kind: 'modified', additions: 1, deletions: 1 },
        { path: 'large.txt', kind: 'added', additions: 1, deletions: 0 },
        { path: 'x/new', kind: 'added', additions: null, deletions: null },
      ],
    })
    expect((await changes()).body).toEqual({
      ...main,
      baseSha: cycle.mergedSha,
      truncated: false,
      inFlight: [],
      files: [],
    })
    expect([project.head, tasks[0].headSha]).toContain((await changes({ ref: tasks[0].branch })).body.baseSha)
  })

  test.runIf(isLong)('returns the patch of a file, or the reason without one', async () => {
    const { since } = project
    const patch = async (path: string) => (await changeOf({ path, since })).body
    expect(await patch('a.txt')).toEqual({
      path: 'a.txt',
      binary: false,
      patch: expect.stringMatching(/^diff --git a\/a\.txt b\/a\.txt\n[\s\S]*\n-one\n\+ONE\n$/),
    })
    expect(await patch('large.txt')).toEqual({ path: 'large.txt', binary: false, patch: null })
  })

  test('lists the plain files of a branch in one call', async () => {
    const plain = ['.gitignore', 'a.txt', 'bytes.bin', 'dir/b.txt', 'empty', 'large.txt', 'latin1.txt', 'x/new']
    const { lastChanges, ...listed } = (await files()).body
    expect(listed).toEqual({
      branch: 'main',
      commitSha: done.cycle.mergedSha,
      truncated: false,
      files: ['NOTES.md', ...plain].sort(),
    })
    const [newest, before] = lastChanges
    expect(newest).toMatchObject({ commitSha: done.cycle.mergedSha, files: ['NOTES.md', 'a.txt', 'x/new'] })
    expect(before).toMatchObject({ commitSha: project.head, title: 'Second', files: ['large.txt'] })
    const branch = done.tasks[0].branch as string
    expect((await files({ ref: branch })).body).toMatchObject({ branch, commitSha: done.tasks[0].headSha })
  })

  test.runIf(isLong)('returns text, and distinguishes binary, truncated and lossy files', async () => {
    const content = async (path: string) => (await contentOf({ path })).body
    const plain = { binary: false, truncated: false, lossy: false }
    expect(await content('dir/b.txt')).toEqual({ ...plain, path: 'dir/b.txt', content: 'b\n' })
    expect(await content('empty')).toEqual({ ...plain, path: 'empty', content: '' })
    expect(await content('bytes.bin')).toEqual({ ...plain, path: 'bytes.bin', content: null, binary: true })
    expect(await content('large.txt')).toEqual({ ...plain, path: 'large.txt', content: null, truncated: true })
    expect(await content('latin1.txt')).toEqual({ ...plain, path: 'latin1.txt', content: 'café\n', lossy: true })
  })

  test('takes each name that a list has, by its text or by its bytes', async () => {
    const none = [404, 'file_not_changed']
    const asked = async (query: Query) => {
      const { status, body } = await changeOf(query)
      return [status, body.code]
    }
    expect(await asked({ pathBase64: Buffer.from('a\\b').toString('base64') })).toEqual(none)
    expect(await asked({ pathBase64: 'Y2Fm6S50eHQ=' })).toEqual(none)
    const refused: readonly Query[] = [{}, { path: 'a', pathBase64: 'YQ==' }, { pathBase64: 'a b' }]
    for (const query of refused) expect((await asked(query))[0]).toBe(400)
  })

  test('names a repository by its id or its full name', async () => {
    const { repositoryId } = (await branches()).body
    expect((await branches({ repo: repositoryId })).body).toMatchObject({ repositoryId, defaultBranch: 'main' })
    const hosted = await at.owner.call(listProjectBranches, { id: neighbourId, query: { repo: 'ACME/shop' } })
    expect(hosted.body.branches).toMatchObject([{ name: 'main', headSha: null }])
    // Its code host is not connected.
    expectError(await at.owner.call(getProjectChanges, { id: neighbourId }), 502, 'repository_unreachable')
  })
})

test('an agent’s files are read from its sandbox without disturbing it, and are deleted with it', async () => {
  const { cycle, tasks } = done
  const taskId = tasks[0].id as string
  const branch = tasks[0].branch as string
  const uncounted = { additions: null, deletions: null }
  expect(seen.inFlight).toEqual([
    {
      taskId,
      cycleId: cycle.id,
      title: 'A change',
      branch,
      baseSha: project.head,
      truncated: false,
      files: [
        { path: 'a.txt', kind: 'modified', additions: 1, deletions: 2 },
        { path: '.held', kind: 'untracked', ...uncounted },
        { path: 'NOTES.md', kind: 'untracked', ...uncounted },
        { path: 'x/new', kind: 'untracked', ...uncounted },
      ],
    },
  ])
  const unchangedFile = [404, 'file_not_changed']
  const noFile = [404, 'file_not_found']
  expect(seen.patches).toEqual({
    'a.txt': { path: 'a.txt', binary: false, patch: expect.stringMatching(/\n-one\n-two\n\+ONE\n$/) },
    'NOTES.md': { path: 'NOTES.md', binary: false, patch: expect.stringMatching(/\n\+Notes\n$/) },
    'x/new': { path: 'x/new', binary: true, patch: null },
    '.env': unchangedFile,
    'dir/b.txt': unchangedFile,
    none: unchangedFile,
  })
  const plain = { binary: false, truncated: false, lossy: false }
  expect(seen.contents).toEqual({
    'a.txt': { ...plain, path: 'a.txt', content: 'ONE\n' },
    'dir/b.txt': { ...plain, path: 'dir/b.txt', content: 'b\n' },
    'x/new': { ...plain, path: 'x/new', content: null, binary: true },
    '.env': noFile,
    link: noFile,
    none: noFile,
  })
  // Not yet committed, so that the branch is listed and not there.
  expectError(seen.ofBranch, 404, 'branch_not_found')
  expectError(seen.elsewhere, 404, 'task_not_readable')
  expect((await changes()).body.inFlight).toEqual([])
  for (const read of [changeOf, contentOf]) expectError(await read({ path: 'a.txt', taskId }), 404, 'task_not_readable')
  const committed = await changes({ ref: branch, since: project.head })
  expect(committed.body.files).toMatchObject([{ path: 'NOTES.md' }, { path: 'a.txt' }, { path: 'x/new' }])
  expect(await leftovers(server)).toEqual({})
})

describe('refusals, which change nothing', () => {
  const hostile = ['--output=x', '-h', 'HEAD', 'next', 'refs/heads/main', 'main~1', 'main:a.txt', '../main', '*', '']

  test('404 for a name that is no branch of the project, even if git could resolve it', async () => {
    await unchanged(server, async () => {
      const { body } = await at.owner.call(listProjectBranches, { id: neighbourId })
      expect(body.branches).toHaveLength(1)
      const mine = done.tasks[0].branch as string
      const reply = await at.owner.call(listProjectFiles, { id: neighbourId, query: { ref: mine } })
      expectError(reply, 404, 'branch_not_found')
      for (const ref of [...hostile, project.head, project.since])
        for (const read of [changes, files])
          expect([ref, (await read({ ref })).body.code]).toEqual([ref, 'branch_not_found'])
      expectError(await changeOf({ ref: '--all', path: 'a.txt' }), 404, 'branch_not_found')
      expectError(await contentOf({ ref: 'next', path: 'a.txt' }), 404, 'branch_not_found')
    })
  })

  test('400 for a commit outside this repository', async () => {
    const [repository] = (await at.rows('repository')).filter(({ project_id: id }) => id === project.projectId)
    const gitDir = server.gitDirOf(repository!.id)
    const head = await headOfBranch(server, repository!.id)
    const tree = git(gitDir, 'rev-parse', `${head}^{tree}`).trim()
    const refused = git(gitDir, 'commit-tree', tree, '-p', head, '-m', 'Refused').trim()
    await unchanged(server, async () => {
      for (const since of [tree, refused, 'a'.repeat(40)])
        for (const reply of [await changes({ since }), await changeOf({ since, path: 'a.txt' })])
          expectError(reply, 400, 'unknown_since')
      for (const since of ['main', project.since.slice(1), `${project.since}~`, '--all', ''])
        for (const reply of [await changes({ since }), await changeOf({ since, path: 'a.txt' })])
          expectError(reply, 400, 'invalid_request')
    })
  })

  test('400 for a path that is not relative to the repository, and for two places at once', async () => {
    const paths = ['/etc/passwd', '../x', 'a/../b', '..', 'a/..', 'a\n/../b', 'a\\b', 'a//b', 'a/', '', 'a\0b']
    for (const path of paths)
      for (const read of [changeOf, contentOf]) expect([path, (await read({ path })).status]).toEqual([path, 400])
    for (const read of [changeOf, contentOf]) expectError(await read({}), 400, 'invalid_request')
    const taskId = done.tasks[0].id as string
    expectError(await contentOf({ path: 'a.txt', taskId, ref: 'main' }), 400, 'invalid_request')
    expectError(await changeOf({ path: 'a.txt', taskId, since: project.since }), 400, 'invalid_request')
  })

  test('404 for a path that is no plain file, or is ignored, and for an unchanged file', async () => {
    for (const path of ['.env', 'link', 'dir', 'none', '.git/config', 'a...b', ':(top)a.txt'])
      expect([path, (await contentOf({ path })).body.code]).toEqual([path, 'file_not_found'])
    for (const path of ['.env', 'dir/b.txt', 'none'])
      expect([path, (await changeOf({ path, since: project.since })).body.code]).toEqual([path, 'file_not_changed'])
    for (const taskId of [done.tasks[0].id as string, 'no task'])
      expectError(await contentOf({ path: 'a.txt', taskId }), 404, 'task_not_readable')
  })

  test('404 for a repository of another project, or without a project', async () => {
    const { body } = await at.owner.call(listProjectBranches, { id: neighbourId })
    const path = 'a.txt'
    for (const read of [branches, changes, changeOf, files, contentOf])
      expectError(await read({ repo: body.repositoryId, path }), 404, 'no_repository')
    const id = await emptyProject(at.owner)
    const ofOneRepository = Object.values(repositoryReads).filter(
      (operation) => 'query' in operation && 'repo' in operation.query.properties,
    )
    expect(ofOneRepository.length).toBeGreaterThan(4)
    for (const operation of ofOneRepository)
      expectError(await at.owner.call(operation, { id, query: { path, repo: 'acme/none' } }), 404, 'no_repository')
  })

  test('403 for a client on branches, files and ref, and 404 if the project was not shared', async () => {
    const { caller, userId } = await at.join('client')
    await at.grant(project.projectId, userId, 'steer')
    const ask = (operation: Parameters<typeof caller.call>[0], query: Query = {}) =>
      caller.call(operation, { id: project.projectId, query })
    for (const operation of [listProjectBranches, listProjectFiles, getProjectFileContent])
      expectError(await ask(operation, { path: 'a.txt' }), 403, 'forbidden')
    for (const operation of [getProjectChanges, getProjectChangeFile])
      expectError(await ask(operation, { path: 'a.txt', ref: 'main' }), 403, 'forbidden')
    const { since } = project
    expect((await ask(getProjectChanges, { since })).body.files).toContainEqual(
      expect.objectContaining({ path: 'a.txt' }),
    )
    expect((await ask(getProjectChangeFile, { since, path: 'a.txt' })).status).toBe(200)
    expectError(await ask(getProjectChangeFile, { since, path: '.env' }), 404, 'file_not_changed')
    for (const operation of [getProjectChanges, getProjectChangeFile])
      expectError(
        await at.client.call(operation, { id: project.projectId, query: { path: 'a.txt' } }),
        ...([404, 'not_found' as const] as const),
      )
  })

  // A second reader has a copy of its own.
  const onlyReader = test.skipIf(hasSecondReader)
  onlyReader(
    '502 while the objects of the repository are away, 504 where it takes too long, and 200 afterwards',
    async () => {
      const { repositoryId } = (await branches()).body
      const stored = join(server.dataFolder, 'objects', 'repositories', String(repositoryId))
      const reads = [branches, changes, changeOf, files, contentOf]
      const query = { path: 'a.txt' }
      await rename(stored, `${stored}.away`)
      await rm(server.gitDirOf(repositoryId), { recursive: true })
      // Branches are rows.
      for (const read of reads.slice(1)) expectError(await read(query), 502, 'repository_unreachable')
      await rename(`${stored}.away`, stored)
      const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
      for (const read of reads) expectError(await read(query), 504, 'read_timed_out')
      timeout.mockRestore()
      expect((await contentOf(query)).status).toBe(200)
    },
  )
})
