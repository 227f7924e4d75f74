import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { flushPkt, pktLine } from '../../../execution/repositories/index.ts'
import { auditOf, wholeChain } from '../../../testing/audit/audit-chain.ts'
import { cycleIn, emptyProject, putRunAt, taskIn } from '../../../testing/cycles.ts'
import {
  anyFolder,
  cloneOf,
  gitAddress,
  gitWorks,
  leftFolders,
  runGit,
} from '../../../testing/repositories/git-client.ts'
import { unchanged } from '../../../testing/refusals.ts'
import { putBranch } from '../../../testing/repositories/refs.ts'
import { git, inFolder, writeFiles } from '../../../testing/repository.ts'
import {
  finalizeRevision,
  headBundle,
  headOf,
  nextBundle,
  uploadedRevision,
} from '../../../testing/repositories/revisions.ts'
import { packWithFile } from '../../../testing/repositories/delta-bundle.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { archiveProject } from '../projects/contract.ts'
import { getProjectRevisionHead, listProjectRevisions } from '../revisions/contract.ts'
import { isLong } from '../../../testing/soak.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '4' })
const { baseUrl } = server
const at = await scene(server)
const { owner, member } = at

const placeOf = (projectId: string) => ({ baseUrl, at, projectId })
const commit = async (clone: string, files: Parameters<typeof writeFiles>[1]) => {
  await writeFiles(clone, files)
  git(clone, 'add', '-A')
  git(clone, 'commit', '-q', '--allow-empty', '-m', 'Change')
  return git(clone, 'rev-parse', 'HEAD').trim()
}
const revisionsOf = async (id: string) =>
  (await owner.call(listProjectRevisions, { id })).body as { generation: number; commitSha: string; source: string }[]
const inClone = async (work: (clone: string, id: string) => Promise<void>) => {
  const id = await emptyProject(owner)
  await inFolder(async (folder) => work(await cloneOf(folder, placeOf(id), member), id))
}
const lastRow = async (id: string) =>
  (await wholeChain(server, at.workspace)).findLast(({ resourceId }) => resourceId === id)!

/** Sends bytes as git would, and returns the answer as text. */
const post = async (id: string, service: string, body: Buffer, headers: Record<string, string> = {}) => {
  const response = await fetch(`${gitAddress(baseUrl, at, id)}/git-${service}`, {
    method: 'POST',
    headers: { 'x-api-key': member.key!, 'content-type': `application/x-git-${service}-request`, ...headers },
    body: new Uint8Array(body),
  })
  return { status: response.status, text: Buffer.from(await response.arrayBuffer()).toString('latin1') }
}
const zeros = '0'.repeat(40)
const capabilities = '\0 report-status side-band-64k'
const pushOf = (pack: Buffer, ...commands: string[]) =>
  Buffer.concat([...commands.map((line, at) => pktLine(at === 0 ? line + capabilities : line)), flushPkt, pack])

test.runIf(isLong)(
  'a clone has the head on its branch, a fetch the next revision, and each leaves an audit row',
  async () => {
    await inClone(async (clone, id) => {
      expect(git(clone, 'rev-parse', 'HEAD').trim()).toBe((await headOf(owner, id)).commitSha)
      expect(git(clone, 'branch', '-a').trim().split('\n')).toHaveLength(3)
      const first = await headBundle(owner, id)
      const next = await nextBundle(first, { 'b.txt': 'b' })
      expect((await finalizeRevision(owner, await uploadedRevision(owner, id, next))).status).toBe(201)
      await gitWorks(clone, 'pull', '-q')
      expect(await readFile(join(clone, 'b.txt'), 'utf8')).toBe('b')
      const rows = (await auditOf(server, at.workspace, id)).filter(({ action }) => action === 'revision.export')
      expect(rows.map(({ category, outcome, details }) => [category, outcome, details.generation])).toEqual([
        ['export', 'success', 1],
        ['export', 'success', 2],
      ])
    })
  },
)

test.runIf(isLong)('a clone by the first version of the protocol, and a shallow one, have the same head', async () => {
  const id = await emptyProject(owner)
  const address = gitAddress(baseUrl, at, id, member.key)
  await inFolder(async (folder) => {
    await gitWorks(folder, '-c', 'protocol.version=0', 'clone', '-q', address, 'old')
    await gitWorks(folder, 'clone', '-q', '--depth=1', address, 'shallow')
    const heads = ['old', 'shallow'].map((name) => git(join(folder, name), 'rev-parse', 'HEAD').trim())
    expect(new Set(heads)).toEqual(new Set([(await headOf(owner, id)).commitSha]))
  })
})

test.runIf(isLong)('a compressed request is answered as the plain one', async () => {
  const id = await emptyProject(owner)
  const body = Buffer.concat([
    pktLine('command=ls-refs\n'),
    Buffer.from('0001'),
    pktLine('ref-prefix refs/heads/\n'),
    flushPkt,
  ])
  const version = { 'git-protocol': 'version=2' }
  const plain = await post(id, 'upload-pack', body, version)
  expect(plain).toMatchObject({ status: 200, text: expect.stringContaining('refs/heads/main') as string })
  expect(await post(id, 'upload-pack', gzipSync(body), { ...version, 'content-encoding': 'gzip' })).toEqual(plain)
  expect((await post(id, 'upload-pack', body, { ...version, 'content-encoding': 'gzip' })).status).toBe(400)
  expect((await post(id, 'upload-pack', Buffer.from('nonsense'), version)).status).toBe(400)
})

test.runIf(isLong)('a commit that is in no revision is not served, even by its name', async () => {
  await inClone(async (clone, id) => {
    const [{ id: repositoryId }] = (await at.rows('repository')).filter((row) => row.project_id === id) as [
      { id: string },
    ]
    const gitDir = server.gitDirOf(repositoryId)
    const tree = git(gitDir, 'write-tree').trim()
    const hidden = git(gitDir, 'commit-tree', '-m', 'Hidden', tree).trim()
    await putBranch(server, repositoryId, 'task', hidden)
    const fetched = await runGit(clone, ['fetch', '-q', 'origin', hidden])
    expect(fetched.exitCode).not.toBe(0)
    expect((await gitWorks(clone, 'ls-remote')).stdout).not.toContain('refs/heads/task')
  })
})

test.runIf(isLong)(
  'a push that extends the head is one revision, with its manifest, event and audit row, and is cloned in part',
  async () => {
    await inClone(async (clone, id) => {
      await commit(clone, { 'a.txt': 'one' })
      const commitSha = await commit(clone, { 'a.txt': 'two' })
      // https://github.com/your-tools/tbump/issues/161
      const pushed = await gitWorks(clone, 'push', '--atomic', 'origin', 'main')
      expect(pushed.stderr).toContain('remote: This is revision 2 of the project.')
      expect(await revisionsOf(id)).toMatchObject([{ generation: 2, commitSha, source: 'upload' }, { generation: 1 }])
      expect(await at.eventNames(id)).toEqual(['project.created', 'revision.created'])
      expect(await lastRow(id)).toMatchObject({ action: 'revision.create', outcome: 'success', details: { commitSha } })
      const { manifest } = (await owner.call(getProjectRevisionHead, { id })).body
      expect(manifest).toEqual((await headBundle(owner, id)).manifest)
      expect((await gitWorks(clone, 'fetch')).stderr).toBe('')
      await commit(clone, { 'c.bin': randomBytes(2 ** 18) })
      // More than git sends at one time: it tries its credential first, then sends the pack in pieces.
      await gitWorks(clone, '-c', 'http.postBuffer=65536', 'push', '-q', 'origin', 'main')
      expect(await revisionsOf(id)).toHaveLength(3)
      expect(await at.rows('sandbox_slot')).toEqual([])
      const address = gitAddress(baseUrl, at, id, member.key)
      const partial = join(clone, 'partial')
      expect((await gitWorks(clone, 'clone', '-q', '-n', '--filter=blob:none', address, partial)).stderr).toBe('')
      expect(git(partial, 'rev-list', '--objects', '--missing=print', 'HEAD')).toMatch(/^\?/m)
      await gitWorks(partial, 'checkout', '-q', 'HEAD', '--', 'a.txt')
      expect(await readFile(join(partial, 'a.txt'), 'utf8')).toBe('two')
    })
  },
)

test('a push that rewrites history, deletes the branch or names another ref is refused, with a sentence', async () => {
  await inClone(async (clone, id) => {
    await commit(clone, { 'a.txt': 'one' })
    await gitWorks(clone, 'push', '-q', 'origin', 'main')
    git(clone, 'branch', 'side')
    git(clone, 'tag', 'v1')
    git(clone, 'checkout', '-q', '--orphan', 'fresh')
    const rewritten = await commit(clone, { 'a.txt': 'rewritten' })
    const pushes = [
      ['--force', ['fresh:main'], 'never taken back', 'not_fast_forward'],
      ['--quiet', [':main'], 'cannot be deleted', 'branch_deleted'],
      ['--quiet', ['side'], 'names refs/heads/side', 'ref_refused'],
      ['--quiet', ['v1'], 'names refs/tags/v1', 'ref_refused'],
      ['--quiet', ['side:main', 'v1'], 'git push --no-follow-tags origin HEAD:main', 'ref_refused'],
    ] as const
    for (const [option, refs, sentence, code] of pushes) {
      const pushed = await runGit(clone, ['push', option, 'origin', ...refs])
      expect([refs, pushed.exitCode, pushed.stderr]).toEqual([refs, 1, expect.stringContaining(sentence)])
      expect(pushed.stderr).toContain('[remote rejected]')
      expect(await lastRow(id)).toMatchObject({ action: 'revision.create', outcome: 'failure', details: { code } })
    }
    const stale = await post(id, 'receive-pack', pushOf(Buffer.alloc(0), `${rewritten} ${rewritten} refs/heads/main`))
    expect(stale.text).toContain('Run git pull, then push again.')
    expect(await revisionsOf(id)).toHaveLength(2)
  })
})

test('a push with a secret is refused with its place, and taken with the option that keeps it', async () => {
  await inClone(async (clone, id) => {
    const secret = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7cF0hL3nR6'.slice(0, 36)}`
    await commit(clone, { 'config.js': `const token = '${secret}'\n` })
    const refused = await unchangedHead(id, () => runGit(clone, ['push', '-q', 'origin', 'main']))
    expect(refused.stderr).toContain('config.js:1')
    expect(refused.stderr).toContain('git push -o findings=keep')
    expect(refused.stderr).not.toContain(secret)
    expect(await lastRow(id)).toMatchObject({ outcome: 'failure', details: { code: 'findings_present' } })
    await gitWorks(clone, 'push', '-q', '-o', 'findings=keep', 'origin', 'main')
    await commit(clone, { 'b.txt': 'b' })
    await gitWorks(clone, 'push', '-q', 'origin', 'main')
    expect(await revisionsOf(id)).toHaveLength(3)
  })
})

const unchangedHead = async <T>(id: string, work: () => Promise<T>): Promise<T> => {
  const before = await headOf(owner, id)
  const result = await work()
  expect(await headOf(owner, id)).toEqual(before)
  return result
}

test.runIf(isLong)('a push of a file that the project keeps outside of its repository is refused', async () => {
  const id = await emptyProject(owner)
  const next = await nextBundle(
    await headBundle(owner, id),
    { b: 'b' },
    { protected: [{ path: '.env', reason: 'dotenv' }] },
  )
  expect((await finalizeRevision(owner, await uploadedRevision(owner, id, next))).status).toBe(201)
  await inFolder(async (folder) => {
    const clone = await cloneOf(folder, placeOf(id), owner)
    await commit(clone, { '.env': 'A=1\n' })
    const refused = await unchangedHead(id, () => runGit(clone, ['push', '-q', 'origin', 'main']))
    expect(refused.stderr).toContain('remote: .env')
    git(clone, 'reset', '-q', '--hard', 'HEAD~1')
    await commit(clone, { 'c.txt': 'c' })
    await gitWorks(clone, 'push', '-q', 'origin', 'main')
    expect((await owner.call(getProjectRevisionHead, { id })).body.manifest.protected).toHaveLength(1)
  })
})

test.runIf(isLong)(
  'a push while a task is at work, and into an archived project, is refused before anything is sent; both are cloned',
  async () => {
    await inClone(async (clone, id) => {
      const commitSha = await commit(clone, { 'a.txt': 'a' })
      const { id: taskId } = await taskIn(server, at, { projectId: id, cycleId: await cycleIn(server, at, id) })
      await putRunAt(server, taskId, 'building')
      const early = await unchanged(server, () => runGit(clone, ['push', 'origin', 'main']))
      expect(early.stderr).toContain('remote: An agent is working on this project.')
      const { commitSha: from } = await headOf(owner, id)
      const late = await post(id, 'receive-pack', pushOf(Buffer.alloc(0), `${from} ${commitSha} refs/heads/main`))
      expect(late.text).toContain('ng refs/heads/main an agent is working')
      await gitWorks(clone, 'fetch')
    })
    await inClone(async (clone, id) => {
      const { commitSha: from } = await headOf(owner, id)
      const commitSha = await commit(clone, { 'a.txt': 'a' })
      expect((await owner.call(archiveProject, { id })).status).toBe(200)
      const archived = await runGit(clone, ['push', 'origin', 'main'])
      expect(archived.stderr).toContain('remote: This project is archived and takes no push.')
      const direct = await post(id, 'receive-pack', pushOf(Buffer.alloc(0), `${from} ${commitSha} refs/heads/main`))
      expect(direct.status).toBe(409)
      await gitWorks(clone, 'fetch')
    })
  },
)

test('401 without a key, 404 for an unknown repository, and 403 for a client with a grant; a key for reading clones', async () => {
  const id = await emptyProject(owner)
  const neighbour = await scene(server)
  const granted = await at.join('client')
  await at.grant(id, granted.userId, 'steer')
  const [reader, narrow] = await Promise.all([
    at.join('member', { scopes: ['read'] }),
    at.join('member', { projectIds: [await emptyProject(owner)] }),
  ])
  const statusOf = async (place: typeof at, projectId: string, key?: string) => {
    const headers = key === undefined ? {} : { authorization: `Basic ${Buffer.from(`any:${key}`).toString('base64')}` }
    const url = `${gitAddress(baseUrl, place, projectId)}/info/refs?service=git-upload-pack`
    const response = await fetch(url, { headers })
    return [response.status, response.headers.get('www-authenticate')]
  }
  expect(await statusOf(at, id)).toEqual([401, 'Basic realm="Atelier", charset="UTF-8"'])
  expect((await statusOf(at, id, 'atl_nonsense'))[0]).toBe(401)
  expect((await statusOf(at, id, owner.key))[0]).toBe(200)
  expect((await statusOf(at, id, reader.caller.key))[0]).toBe(200)
  expect((await statusOf(at, id, at.client.key))[0]).toBe(404)
  expect((await statusOf(at, id, granted.caller.key))[0]).toBe(403)
  expect((await statusOf(at, id, narrow.caller.key))[0]).toBe(404)
  expect((await statusOf(neighbour, id, owner.key))[0]).toBe(404)
  expect((await statusOf(neighbour, id, neighbour.owner.key))[0]).toBe(404)
  expect((await statusOf(at, 'nonsense', owner.key))[0]).toBe(404)
  const unknown = await runGit(anyFolder, ['ls-remote', gitAddress(baseUrl, at, id)])
  expect([unknown.exitCode, unknown.stderr]).toEqual([128, expect.stringContaining('could not read Username')])
  await inFolder(async (folder) => {
    const clone = await cloneOf(folder, placeOf(id), reader.caller)
    await commit(clone, { 'a.txt': 'a' })
    expect((await runGit(clone, ['push', 'origin', 'main'])).stderr).toContain('remote: This API key may only read.')
  })
  const direct = await fetch(`${gitAddress(baseUrl, at, id)}/git-receive-pack`, {
    method: 'POST',
    headers: { 'x-api-key': reader.caller.key!, 'content-type': 'application/x-git-receive-pack-request' },
    body: '0000',
  })
  expect(direct.status).toBe(403)
})

test.runIf(isLong)(
  '100,000 refs, a damaged pack, an object that fsck refuses and no request of git change nothing',
  async () => {
    const id = await emptyProject(owner)
    const { commitSha: from } = await headOf(owner, id)
    const to = 'a'.repeat(40)
    const many = Array.from({ length: 100_000 }, (_, at) => `${zeros} ${to} refs/heads/b${at}`)
    const command = `${from} ${to} refs/heads/main`
    const emptyPack = Buffer.from('5041434b0000000200000000029d08823bd8a8eab510ad6ac75c823cfd3ed31e', 'hex')
    const damaged = Buffer.concat([Buffer.from('5041434b0000000200000001', 'hex'), Buffer.alloc(200, 9)])
    const forbidden = packWithFile('.git', from)
    const answers = await unchangedHead(id, async () => [
      await post(id, 'receive-pack', pushOf(Buffer.alloc(0), ...many)),
      await post(id, 'receive-pack', pushOf(damaged, command)),
      await post(id, 'receive-pack', pushOf(emptyPack, command)),
      await post(id, 'receive-pack', pushOf(forbidden.pack, `${from} ${forbidden.commitSha} refs/heads/main`)),
      await post(id, 'receive-pack', Buffer.from('0000')),
      await post(id, 'receive-pack', Buffer.from('nonsense')),
      await post(id, 'receive-pack', Buffer.from('00')),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 400, 400])
    const texts = answers.map(({ text }) => text)
    expect(texts[0]).toContain('more than 1000 branches and tags')
    expect(texts[1]).toContain('damaged')
    expect(texts[2]).toContain('holds no object')
    expect(texts[3]).toContain('hasDotgit')
    expect(texts[4]).toBe('')
    expect(await leftFolders(server)).toEqual([])
  },
)
