import { setTimeout as delay } from 'node:timers/promises'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import type * as evict from '../../execution/repositories/evict.ts'
import { executeCycle } from '../../domains/delivery/runs/contract.ts'
import { asOwner } from '../../testing/database-state.ts'
import { endOf, fileBlock, library, mergeUnverified, propose, runCycle } from '../../testing/delivery.ts'
import { cloneOf, gitWorks } from '../../testing/git-client.ts'
import { bundleOf, git, importProject, inFolder } from '../../testing/repository.ts'
import { headBundle } from '../../testing/revisions.ts'
import { startFakeS3 } from '../../testing/s3.ts'
import { scene } from '../../testing/scene.ts'
import { testServer } from '../../testing/server.ts'

// Each repository leaves the cache as soon as nothing uses it.
const evicted = vi.hoisted(() => ({ times: 0 }))
vi.mock('../../execution/repositories/evict.ts', async (importActual) => {
  const actual = await importActual<typeof evict>()
  const openEviction: typeof actual.openEviction = (folder, removals) => {
    const eviction = actual.openEviction(folder, removals, { mostBytes: () => Promise.resolve(0), unusedMs: 0 })
    const end = (id: string) => {
      eviction.end(id)
      evicted.times += 1
      void eviction.run().catch(() => undefined)
    }
    return { ...eviction, end }
  }
  return { ...actual, openEviction }
})

const fake = await startFakeS3('objects')
const server = await testServer({
  ATELIER_OBJECTS: `s3://objects/atelier?endpoint=${encodeURIComponent(fake.endpoint)}`,
  AWS_ACCESS_KEY_ID: fake.place.accessKeyId,
  AWS_SECRET_ACCESS_KEY: fake.place.secretAccessKey,
})
afterAll(() => fake.close())

test('a project goes from import to push, and through the store away in a step, with no repository kept on the disk', async () => {
  const at = await scene(server)
  const { owner } = at
  const { projectId } = await importProject(owner, await bundleOf(library))
  await mergeUnverified(owner, projectId)
  const first = await propose(owner, projectId, fileBlock('first.md', 'first\n'))
  expect((await runCycle(owner, first)).cycle).toMatchObject({ status: 'completed' })

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

  await inFolder(async (folder) => {
    const clone = await cloneOf(folder, { baseUrl: server.baseUrl, at, projectId }, owner)
    await writeFile(join(clone, 'pushed.md'), 'pushed\n')
    await gitWorks(clone, 'add', '.')
    await gitWorks(clone, 'commit', '--message', 'Push')
    await gitWorks(clone, 'push')
    expect(git(clone, 'fsck', '--full', '--strict')).toBe('')
  })
  expect((await headBundle(owner, projectId)).manifest.files).toHaveLength(Object.keys(library).length + 3)
  expect(evicted.times).toBeGreaterThan(20)
})
