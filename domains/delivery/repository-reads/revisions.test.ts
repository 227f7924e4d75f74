import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditOf } from '../../../testing/audit/audit-chain.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { fileBlock } from '../../../testing/delivery.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { git, inFolder } from '../../../testing/repository.ts'
import { revertible } from '../../../testing/repositories/reverts.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { createProject } from '../../code/projects/contract.ts'
import { exportProjectRevision } from '../../code/revisions/contract.ts'
import { getProjectRevisionChangeFile, getProjectRevisionChanges, listProjectHistory } from './contract.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '4' })

type World = Awaited<ReturnType<typeof revertible>>
interface Entry {
  readonly revisionId: string
  readonly commitSha: string
}
let world: World
let newest: Entry
let middle: Entry
let first: Entry
let elsewhere: string

const history = async () => (await world.at.member.call(listProjectHistory, { id: world.projectId })).body as Entry[]
const changes = ({ revisionId }: Entry, query: Readonly<Record<string, string>> = {}) =>
  world.at.member.call(getProjectRevisionChanges, { id: world.projectId, revisionId, query })
const changeOf = ({ revisionId }: Entry, query: Readonly<Record<string, string>>) =>
  world.at.member.call(getProjectRevisionChangeFile, { id: world.projectId, revisionId, query })

beforeAll(async () => {
  world = await revertible(server, { 'a.txt': 'one\ntwo\n', 'logo.bin': Buffer.from([0, 1]) })
  await world.deliver(fileBlock('a.txt', 'one\nthree\nfour\n'))
  await world.deliver(`${fileBlock('b.txt', 'new\n')}\n\`\`\`run\nprintf '\\000\\002' >logo.bin\n\`\`\`\n`)
  ;[newest, middle, first] = (await history()) as [Entry, Entry, Entry]
  elsewhere = await emptyProject(world.at.owner)
})

describe('listProjectHistory', () => {
  test('200 names the cycle of each revision and its author, and counts its lines, newest first', async () => {
    const rows = await history()
    expect(rows).toMatchObject([
      { generation: 3, source: 'merge', filesChanged: 2, additions: 1, deletions: 0, author: expect.any(String) },
      { generation: 2, source: 'merge', filesChanged: 1, additions: 2, deletions: 1, cycleTitle: expect.any(String) },
      { generation: 1, source: 'import', filesChanged: null, additions: null, cycleTitle: null, author: null },
    ])
  })

  test('200 counts the last revision of a page against the first of the next one', async () => {
    const { body } = await world.at.member.call(listProjectHistory, { id: world.projectId, query: { limit: 2 } })
    expect(body).toMatchObject([{ generation: 3 }, { generation: 2, additions: 2, deletions: 1 }])
  })

  test('403 for a client', async () => {
    await world.at.grant(world.projectId, world.at.clientId, 'steer')
    expectError(await world.at.client.call(listProjectHistory, { id: world.projectId }), 403, 'forbidden')
  })
})

describe('getProjectRevisionChanges', () => {
  test('200 compares with the revision before, and the first one with no files', async () => {
    expect((await changes(middle)).body).toMatchObject({
      from: { generation: 1 },
      to: { generation: 2 },
      files: [{ path: 'a.txt', kind: 'modified', additions: 2, deletions: 1 }],
      truncated: false,
    })
    const { body } = await changes(first)
    expect([body.from, body.files.map(({ kind }: { kind: string }) => kind)]).toEqual([null, ['added', 'added']])
  })

  test('200 compares in either direction', async () => {
    const forth = await changes(newest, { from: first.revisionId })
    expect(forth.body.files).toMatchObject([
      { path: 'a.txt', additions: 2, deletions: 1 },
      { path: 'b.txt', kind: 'added', additions: 1 },
      { path: 'logo.bin', kind: 'modified', additions: null },
    ])
    const back = await changes(first, { from: newest.revisionId })
    expect(back.body.files).toMatchObject([
      { path: 'a.txt', additions: 1, deletions: 2 },
      { path: 'b.txt', kind: 'deleted', deletions: 1 },
      { path: 'logo.bin', kind: 'modified' },
    ])
  })

  test('404 for an unknown, a malformed and another project’s revision', async () => {
    const [of] = (await world.at.owner.call(listProjectHistory, { id: elsewhere })).body as Entry[]
    for (const revisionId of [uuidv7(), 'nonsense', of!.revisionId]) {
      expectError(await changes({ ...first, revisionId }), 404, 'revision_not_found')
      expectError(await changes(first, { from: revisionId }), 404, 'revision_not_found')
    }
  })

  test('409 for revisions of different repositories', async () => {
    const [repository] = await asOwner(server, 'select repository_id as id from revision where project_id = $1', [
      elsewhere,
    ])
    const moveTo = (id: unknown) =>
      asOwner(server, 'update revision set repository_id = $2 where id = $1', [first.revisionId, id])
    const [own] = await asOwner(server, 'select repository_id as id from revision where id = $1', [first.revisionId])
    await moveTo(repository!.id)
    expectError(await changes(newest, { from: first.revisionId }), 409, 'revisions_not_comparable')
    const query = { from: first.revisionId, path: 'a.txt' }
    expectError(await changeOf(newest, query), 409, 'revisions_not_comparable')
    expect((await changes(middle)).body.from).toBeNull()
    await moveTo(own!.id)
  })
})

describe('getProjectRevisionChangeFile', () => {
  test('200 is the diff of a single file; 404 for a file that did not change', async () => {
    const { body } = await changeOf(first, { from: newest.revisionId, path: 'b.txt' })
    expect(body).toMatchObject({ path: 'b.txt', binary: false, patch: expect.stringContaining('\n-new\n') })
    expect((await changeOf(newest, { path: 'logo.bin' })).body).toMatchObject({ patch: null, binary: true })
    expectError(await changeOf(newest, { path: 'a.txt' }), 404, 'file_not_changed')
    expectError(await changeOf({ ...first, revisionId: uuidv7() }, { path: 'a.txt' }), 404, 'revision_not_found')
  })
})

describe('exportProjectRevision', () => {
  const open = ({ revisionId }: Entry) =>
    world.at.member.open(exportProjectRevision, { id: world.projectId, revisionId })

  test('200 is a bundle of an earlier revision with its history and nothing later, and is audited', async () => {
    const response = await open(middle)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-git-bundle'])
    const bytes = Buffer.from(await response.arrayBuffer())
    const found = await inFolder(async (folder) => {
      await writeFile(join(folder, 'the.bundle'), bytes)
      git(folder, 'clone', '-q', 'the.bundle', 'clone')
      const clone = join(folder, 'clone')
      git(clone, 'fsck', '--strict')
      return {
        head: git(clone, 'rev-parse', 'HEAD').trim(),
        branch: git(clone, 'branch', '--show-current').trim(),
        files: git(clone, 'ls-files').trim().split('\n'),
      }
    })
    expect(found).toEqual({ head: middle.commitSha, branch: 'main', files: ['a.txt', 'logo.bin'] })
    const rows = await auditOf(server, world.at.workspace, world.projectId)
    expect(rows.at(-1)).toMatchObject({
      action: 'revision.export',
      details: { revisionId: middle.revisionId, generation: 2, commitSha: middle.commitSha },
    })
  })

  test('404 for a revision that the project does not have, 409 for a project on a code host', async () => {
    const absent = { id: world.projectId, revisionId: uuidv7() }
    expectError(
      await unchanged(server, () => world.at.owner.call(exportProjectRevision, absent)),
      404,
      'revision_not_found',
    )
    const hosted = await world.at.owner.call(createProject, { body: { repos: [{ fullName: 'acme/shop' }] } })
    const input = { id: hosted.body.id as string, revisionId: uuidv7() }
    expectError(await world.at.owner.call(exportProjectRevision, input), 409, 'repository_backed')
  })
})
