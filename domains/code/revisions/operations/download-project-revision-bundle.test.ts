import { chmod, readdir, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { isLong } from '../../../../testing/soak.ts'
import { plainGit, richSample } from '../../../../testing/repositories/samples.ts'
import type { Caller } from '../../../../testing/caller.ts'
import { expectError, unchanged } from '../../../../testing/refusals.ts'
import { bundleOf, bundleRepository, importProject, inFolder, type Bundle } from '../../../../testing/repository.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { createProject } from '../../projects/contract.ts'
import { downloadProjectRevisionBundle, getProjectRevisionHead } from '../contract.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '4' })
const bundle = await bundleOf({ 'a.txt': 'a' })

const imported = async (from: Bundle = bundle) => {
  const world = await scene(server)
  const { projectId: id, revisionId } = await importProject(world.owner, from)
  return { scene: world, input: { id, revisionId } }
}

let once: ReturnType<typeof imported> | undefined
/** A project that tests only read. */
const importedOnce = () => (once ??= imported())

const importRich = async () => {
  const rich = await inFolder((folder) => {
    richSample(join(folder, 'rich'))
    return bundleRepository(join(folder, 'rich'))
  })
  return { ...(await imported(rich)), rich }
}
let richOnce: ReturnType<typeof importRich> | undefined
const importedRich = () => (richOnce ??= importRich())

const download = async (caller: Caller, input: Record<string, unknown>): Promise<Buffer> => {
  const response = await caller.open(downloadProjectRevisionBundle, input)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-git-bundle'])
  return Buffer.from(await response.arrayBuffer())
}

/** Every object that the branches and tags of a bundle reach, with its content, and the branches and tags. */
const contentOf = (bytes: Buffer) =>
  inFolder(async (folder) => {
    await writeFile(join(folder, 'the.bundle'), bytes)
    plainGit(folder, ['clone', '--quiet', '--mirror', 'the.bundle', 'clone.git'])
    const clone = join(folder, 'clone.git')
    plainGit(clone, ['fsck', '--strict', '--full'])
    const refs = plainGit(clone, ['for-each-ref', '--format=%(objectname) %(refname)'])
    const objects = plainGit(clone, ['cat-file', '--batch-all-objects', '--batch', '--buffer'])
    return { head: plainGit(clone, ['rev-parse', 'HEAD']), refs: refs.split('\n').sort(), objects }
  })

test('200 returns the same commits, trees, blobs, branches and tags, byte for byte', async () => {
  const { scene: world, input, rich } = await importedRich()
  const sent = await contentOf(rich.bytes)
  const received = await contentOf(await download(world.owner, input))
  expect(received.refs).toEqual(sent.refs)
  expect(received.refs.map((line) => line.split(' ')[1])).toEqual(
    expect.arrayContaining(['refs/heads/main', 'refs/heads/side', 'refs/tags/light', 'refs/tags/v1.0']),
  )
  expect(received.head).toBe(rich.commitSha)
  expect(received.objects === sent.objects).toBe(true)
  expect(sent.objects.length).toBeGreaterThan(2_000)
})

test.runIf(isLong)('200 returns a bundle that imports with the same manifest', async () => {
  const { scene: world, input, rich } = await importedRich()
  const bytes = await download(world.owner, input)
  const again = await inFolder(async (folder) => {
    await writeFile(join(folder, 'the.bundle'), bytes)
    plainGit(folder, ['clone', '--quiet', 'the.bundle', 'clone'])
    return bundleRepository(join(folder, 'clone'))
  })
  expect(again.manifest).toEqual(rich.manifest)
  const second = await imported(again)
  const { body } = await second.scene.owner.call(getProjectRevisionHead, { id: second.input.id })
  expect(body.manifestSha256).toBe(rich.manifestSha256)
})

test('200 returns the same bytes to ten callers at once, and each leaves one audit row', async () => {
  const { scene: world, input } = await importedOnce()
  const all = await Promise.all(Array.from({ length: 10 }, () => download(world.member, input)))
  const actions = await world.auditActions(input.id)
  expect(actions.filter((action) => action === 'revision.download')).toHaveLength(10)
  for (const bytes of all) expect(bytes.equals(all[0]!)).toBe(true)
})

test('404 for an unknown, a malformed and another project’s revision', async () => {
  const [{ scene: world, input }, other] = await Promise.all([importedOnce(), imported()])
  for (const revisionId of [uuidv7(), 'nonsense', other.input.revisionId]) {
    const reply = await world.owner.call(downloadProjectRevisionBundle, { ...input, revisionId })
    expectError(reply, 404, 'revision_not_head')
  }
})

test('404 for a project without a revision', async () => {
  const { owner } = await scene(server)
  const { body } = await owner.call(createProject, { body: {} })
  const reply = await owner.call(downloadProjectRevisionBundle, { id: body.id as string, revisionId: uuidv7() })
  expectError(reply, 404, 'revision_not_head')
})

test('403 for a client, also with a steer grant', async () => {
  const { scene: world, input } = await importedOnce()
  await world.grant(input.id, world.clientId, 'steer')
  const reply = await unchanged(server, () => world.client.call(downloadProjectRevisionBundle, input))
  expectError(reply, 403, 'forbidden')
})

test('409 for a project on a code host', async () => {
  const { owner } = await scene(server)
  const { body } = await owner.call(createProject, { body: { repos: [{ fullName: 'acme/shop' }] } })
  const reply = await owner.call(downloadProjectRevisionBundle, { id: body.id as string, revisionId: uuidv7() })
  expectError(reply, 409, 'repository_backed')
})

test('a caller who disconnects ends git, and the next download is complete', async () => {
  const { scene: world, input } = await importedOnce()
  const leaving = new AbortController()
  const response = await world.owner.open(downloadProjectRevisionBundle, input, { signal: leaving.signal })
  leaving.abort()
  await expect(response.arrayBuffer()).rejects.toThrow()
  expect((await download(world.owner, input)).length).toBeGreaterThan(100)
})

test.runIf(isLong)('500 when git cannot create the bundle, never a truncated one', async () => {
  const { scene: world, input } = await imported()
  const [repository] = await world.rows('repository')
  const folder = join(server.gitDirOf(repository!.id), 'objects', 'pack')
  const pack = join(
    folder,
    (await readdir(folder)).find((name) => name.endsWith('.pack'))!,
  )
  await chmod(pack, 0o644)
  await truncate(pack, 40)
  const reply = await world.owner.open(downloadProjectRevisionBundle, input).then(
    async (response) => ({ status: response.status, length: (await response.arrayBuffer()).byteLength }),
    () => 'cut',
  )
  expect([{ status: 500, length: expect.any(Number) as number }, 'cut']).toContainEqual(reply)
})
