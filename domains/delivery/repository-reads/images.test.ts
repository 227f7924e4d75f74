import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { pixelBase64 } from '../../../testing/ai/pixel.ts'
import { png } from '../../../testing/console/pictures.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { putBranch } from '../../../testing/repositories/refs.ts'
import { bundleRepository, git, importProject, inFolder, writeFiles } from '../../../testing/repository.ts'
import { scene, type Scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { getProjectImage } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })
const pixel = Buffer.from(pixelBase64, 'base64')
const other = Buffer.concat([pixel, Buffer.from('<script>alert(1)</script>')])
const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n`

let at: Scene
let projectId: string
let first: string
let neighbourId: string
let elsewhere: string

const importImages = () =>
  inFolder(async (folder) => {
    git(folder, 'init', '-q', '-b', 'main')
    await writeFiles(folder, { 'logo.png': pixel, '.gitignore': 'hidden.png\n' })
    git(folder, 'add', '-A')
    git(folder, 'commit', '-q', '-m', 'First')
    const begun = git(folder, 'rev-parse', 'HEAD').trim()
    await writeFiles(folder, {
      'logo.png': other,
      'hidden.png': pixel,
      'page.png': '<!doctype html><script>alert(1)</script>',
      'drawing.png': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
      'a/link.png': { link: '../logo.png' },
      'etc.png': { link: '/etc/passwd' },
      'long.png': Buffer.concat([pixel, Buffer.alloc(10 * 2 ** 20)]),
      'wide.png': png(60_000, 60_000),
      'half.png': pixel.subarray(0, 20),
      'text.png': 'no picture',
    })
    git(folder, 'add', '-A', '-f')
    git(folder, 'commit', '-q', '-m', 'Second')
    return { bundle: await bundleRepository(folder), begun }
  })

beforeAll(async () => {
  at = await scene(server)
  const { bundle, begun } = await importImages()
  ;({ projectId } = await importProject(at.owner, bundle))
  first = begun
  const neighbour = await inFolder(async (folder) => {
    git(folder, 'init', '-q', '-b', 'main')
    await writeFiles(folder, { 'logo.png': pixel })
    git(folder, 'add', '-A')
    git(folder, 'commit', '-q', '-m', 'Neighbour')
    git(folder, 'branch', 'theirs')
    return bundleRepository(folder)
  })
  elsewhere = neighbour.commitSha
  ;({ projectId: neighbourId } = await importProject(at.owner, neighbour))
})

const open = (query: Readonly<Record<string, string>>, headers = {}) =>
  at.member.open(getProjectImage, { id: projectId, query, headers })
const ask = (query: Readonly<Record<string, string>>) => at.member.call(getProjectImage, { id: projectId, query })

test.runIf(isLong)(
  '200 is the bytes of a branch or of a commit, which a browser takes for nothing but their picture',
  async () => {
    const reply = await open({ path: 'logo.png' })
    expect(await buffer(reply.body!)).toEqual(other)
    expect([reply.status, Object.fromEntries(reply.headers)]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'image/png',
        'content-disposition': 'inline',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'cache-control': 'private, no-cache',
        'cross-origin-resource-policy': 'same-origin',
        etag: expect.stringMatching(/^"[0-9a-f]{40}"$/),
      }),
    ])
    expect(await buffer((await open({ path: 'logo.png', commit: first })).body!)).toEqual(pixel)
    expect((await open({ path: 'logo.png', ref: 'main' })).headers.get('etag')).toBe(reply.headers.get('etag'))
  },
)

test.runIf(isLong)('304 without the bytes for a caller that has them, after the same decisions as 200', async () => {
  const tag = (await open({ path: 'logo.png' })).headers.get('etag')!
  for (const names of [tag, `W/${tag}`, `"x", ${tag}`]) {
    const reply = await open({ path: 'logo.png' }, { 'if-none-match': names })
    expect([reply.status, await reply.text(), reply.headers.get('etag')]).toEqual([304, '', tag])
  }
  for (const names of ['"x"', tag.slice(1, -1), '*'])
    expect((await open({ path: 'logo.png' }, { 'if-none-match': names })).status).toBe(200)
  expect((await open({ path: 'logo.png', commit: first }, { 'if-none-match': tag })).status).toBe(200)
  const input = { id: projectId, query: { path: 'logo.png' }, headers: { 'if-none-match': tag } }
  expectError(await at.client.call(getProjectImage, input), 404, 'not_found')
})

/** A commit with entries that no import takes, but an agent may write: a pointer to Git LFS, and a submodule. */
const commitPointers = async () => {
  const [repository] = (await at.rows('repository')).filter(({ project_id: id }) => id === projectId)
  const gitDir = server.gitDirOf(repository!.id)
  return inFolder(async (folder) => {
    await writeFiles(folder, { pointer })
    const blob = git(gitDir, 'hash-object', '-w', join(folder, 'pointer')).trim()
    const index = ['-c', 'core.bare=false', `--work-tree=${folder}`]
    git(gitDir, ...index, 'update-index', '--add', '--cacheinfo', `100644,${blob},lfs.png`)
    git(gitDir, ...index, 'update-index', '--add', '--cacheinfo', `160000,${'b'.repeat(40)},module.png`)
    const commit = git(gitDir, 'commit-tree', git(gitDir, 'write-tree').trim(), '-p', first, '-m', 'Pointers').trim()
    await putBranch(server, repository!.id, 'pointers', commit)
    await rm(join(gitDir, 'index'))
    return commit
  })
}

test.runIf(isLong)('415 for bytes that are no picture, under any name', async () => {
  await unchanged(server, async () => {
    for (const path of ['page.png', 'drawing.png', 'half.png', 'text.png', '.gitignore'])
      expect([path, (await ask({ path })).body.code]).toEqual([path, 'not_an_image'])
    expectError(await ask({ path: 'page.png' }), 415, 'not_an_image')
  })
})

test.runIf(isLong)('413 for more bytes or pixels than are read, with their number', async () => {
  await unchanged(server, async () => {
    const long = await ask({ path: 'long.png' })
    expectError(long, 413, 'image_too_large')
    expect(long.body).toMatchObject({ sizeBytes: pixel.length + 10 * 2 ** 20 })
    const wide = await ask({ path: 'wide.png' })
    expectError(wide, 413, 'image_too_large')
    expect(wide.body).toMatchObject({ width: 60_000, height: 60_000 })
  })
})

test.runIf(isLong)('a pointer to Git LFS is no picture, and a submodule no file', async () => {
  const commit = await commitPointers()
  expectError(await ask({ path: 'lfs.png', commit }), 415, 'not_an_image')
  expectError(await ask({ path: 'module.png', commit }), 404, 'file_not_found')
})

test('404 for a link, a folder, and what git ignores', async () => {
  await unchanged(server, async () => {
    for (const path of ['a/link.png', 'etc.png', 'a', 'hidden.png', 'none.png', '.git/config'])
      expect([path, (await ask({ path })).body.code]).toEqual([path, 'file_not_found'])
    expectError(await ask({ path: 'logo.png', commit: 'a'.repeat(40) }), 404, 'commit_not_found')
  })
})

test('400 for a path that is not relative to the repository, for no commit, and for two places at once', async () => {
  await unchanged(server, async () => {
    for (const path of ['../logo.png', '/logo.png', 'a/../logo.png', 'logo.png\0', 'a\\logo.png', ''])
      expect([path, (await ask({ path })).status]).toEqual([path, 400])
    for (const commit of ['main', 'HEAD', '--all', `${first}~`, first.slice(1)])
      expectError(await ask({ path: 'logo.png', commit }), 400, 'invalid_request')
    expectError(await ask({ path: 'logo.png', ref: 'main', commit: first }), 400, 'invalid_request')
  })
})

test('404 for a branch or a commit of another project, and for its repository', async () => {
  await unchanged(server, async () => {
    expectError(await ask({ path: 'logo.png', ref: 'theirs' }), 404, 'branch_not_found')
    expectError(await ask({ path: 'logo.png', commit: elsewhere }), 404, 'commit_not_found')
    const [theirs] = (await at.rows('repository')).filter(({ project_id: id }) => id === neighbourId)
    expectError(await ask({ path: 'logo.png', repo: String(theirs!.id) }), 404, 'no_repository')
    expect((await open({ path: 'logo.png', commit: first })).status).toBe(200)
  })
})

test('403 for a client with the project, 404 for one without', async () => {
  const { caller, userId } = await at.join('client')
  await at.grant(projectId, userId, 'steer')
  const input = { id: projectId, query: { path: 'logo.png' } }
  expectError(await caller.call(getProjectImage, input), 403, 'forbidden')
  expectError(await at.client.call(getProjectImage, input), 404, 'not_found')
})
