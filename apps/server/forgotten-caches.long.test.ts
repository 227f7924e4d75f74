import { setTimeout as delay } from 'node:timers/promises'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { executeCycle } from '../../domains/delivery/runs/contract.ts'
import { asOwner } from '../../testing/database-state.ts'
import { endOf, fileBlock, library, mergeUnverified, propose, runCycle } from '../../testing/delivery.ts'
import { cloneOf, gitWorks } from '../../testing/repositories/git-client.ts'
import { bundleOf, git, importProject, inFolder } from '../../testing/repository.ts'
import { headBundle } from '../../testing/repositories/revisions.ts'
import { startFakeS3 } from '../../testing/objects/s3.ts'
import { scene } from '../../testing/scene.ts'
import { testServer } from '../../testing/server.ts'

const fake = await startFakeS3('objects')
const server = await testServer({
  ATELIER_OBJECTS: `s3://objects/atelier?endpoint=${encodeURIComponent(fake.endpoint)}`,
  AWS_ACCESS_KEY_ID: fake.place.accessKeyId,
  AWS_SECRET_ACCESS_KEY: fake.place.secretAccessKey,
})
afterAll(() => fake.close())

/** Removes the copies of all repositories from the disk, as an eviction does; gives their number. */
const forget = async () => {
  const folder = join(server.dataFolder, 'cache', 'repositories')
  const copies = (await readdir(folder)).filter((name) => name.endsWith('.git'))
  await Promise.all(copies.map((name) => rm(join(folder, name), { recursive: true })))
  return copies.length
}

test('a project goes from import to push, and through the store away in a step, with no copy of the repository kept between them', async () => {
  const at = await scene(server)
  const { owner } = at
  const { projectId } = await importProject(owner, await bundleOf(library))
  expect(await forget()).toBe(1)
  await mergeUnverified(owner, projectId)
  const first = await propose(owner, projectId, fileBlock('first.md', 'first\n'))
  expect((await runCycle(owner, first)).cycle).toMatchObject({ status: 'completed' })

  expect(await forget()).toBe(1)
  const away = await propose(owner, projectId, fileBlock('away.md', 'away\n'))
  await owner.call(executeCycle, { id: away })
  const waiting = `select from run_step where error ->> 'code' = 'storage_unavailable'`
  fake.state.isDown = true
  while ((await asOwner(server, waiting)).length === 0) await delay(100)
  expect(await (await fetch(`${server.baseUrl}/readyz`)).json()).toMatchObject({
    status: 'ready',
    storage: 'unavailable',
  })
  fake.state.isDown = false
  expect((await endOf(owner, away)).cycle).toMatchObject({ status: 'completed' })
  expect(await asOwner(server, 'select name from run_step where errors > 0 or losses > 0')).toEqual([])

  expect(await forget()).toBe(1)
  await inFolder(async (folder) => {
    const clone = await cloneOf(folder, { baseUrl: server.baseUrl, at, projectId }, owner)
    expect(await forget()).toBe(1)
    await writeFile(join(clone, 'pushed.md'), 'pushed\n')
    await gitWorks(clone, 'add', '.')
    await gitWorks(clone, 'commit', '--message', 'Push')
    await gitWorks(clone, 'push')
    expect(git(clone, 'fsck', '--full', '--strict')).toBe('')
  })
  expect(await forget()).toBe(1)
  expect((await headBundle(owner, projectId)).manifest.files).toHaveLength(Object.keys(library).length + 3)
})
