import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { openS3Client } from '../../../platform/storage/s3-client.ts'
import { openS3Store } from '../../../platform/storage/s3.ts'
import { type Machines, openMachines } from '../../../testing/repositories/machines.ts'
import { startFakeS3 } from '../../../testing/objects/s3.ts'
import { openEviction } from './evict.ts'
import { openPackStore } from './pack-store.ts'
import { keysOf } from './packs.ts'
import { openRemovals } from '../removals.ts'
import { openRepositoryCache } from './repository-cache.ts'

const bucket = await startFakeS3('bucket')
const client = openS3Client(bucket.place, { partBytes: 5 * 2 ** 20, firstPauseMs: 1 })
afterAll(async () => {
  await client.close()
  await bucket.close()
})
const begin = { message: 'Begin', at: new Date(0), key: 'begin' }
let machines: Machines
beforeEach(async () => {
  machines = await openMachines()
})
afterEach(() => machines.end())

const open = async (limits: { mostBytes: number; unusedMs: number }) => {
  const objects = await openS3Store(client, join(machines.folder, 'scratch'))
  const a = await machines.open('a', { objects })
  const heads = new Map<string, string>()
  for (const id of ['one', 'two', 'three']) {
    const { commitSha, packs } = await a.repositories.create(
      { workspace: 'any', repositoryId: id },
      { ...begin, key: id },
    )
    machines.record(id, packs)
    heads.set(id, commitSha)
  }
  const folder = join(machines.folder, 'b')
  mkdirSync(folder)
  const removals = openRemovals(folder)
  const packs = openPackStore(objects, machines.records)
  const own = { mostBytes: async () => limits.mostBytes, unusedMs: limits.unusedMs }
  const cache = openRepositoryCache(folder, packs, openEviction(folder, removals, own))
  const here = async () => {
    await removals.settled()
    return ['one', 'two', 'three'].filter((id) => existsSync(cache.pathOf(id)))
  }
  return { cache, here, objects }
}

const onePackBytes = 1_400

test('copies that were used longest ago go when there are too many, and never a copy that is in use', async () => {
  const { cache, here } = await open({ mostBytes: onePackBytes, unusedMs: 0 })
  const release = await cache.hold('one')
  await cache.holding('two', async () => undefined)
  await cache.holding('three', async () => undefined)
  await cache.evict()
  expect(await here()).toEqual(['one'])
  release()
  await cache.holding('two', async () => {
    await cache.evict()
    expect(await here()).toEqual(['two'])
  })
  await Promise.all([
    cache.evict(),
    ...['one', 'two', 'three'].map((id) =>
      cache.holding(id, async (gitDir) => {
        await cache.evict()
        expect(existsSync(join(gitDir, 'HEAD'))).toBe(true)
      }),
    ),
  ])
})

test('a copy that another process may be using stays, and so does a copy that fits', async () => {
  const used = await open({ mostBytes: 0, unusedMs: 60_000 })
  await used.cache.holding('one', async () => undefined)
  await used.cache.evict()
  expect(await used.here()).toEqual(['one'])
})

test('a pack that a bucket returns altered is not used', async () => {
  const { cache } = await open({ mostBytes: 10 * onePackBytes, unusedMs: 0 })
  const key = keysOf('one', machines.rows.get('one')![0]!).pack
  const stored = [...bucket.objects.keys()].find((each) => each.endsWith(key))!
  const object = bucket.objects.get(stored)!
  bucket.objects.set(stored, { ...object, content: Buffer.alloc(object.content.length) })
  await expect(cache.holding('one', async () => undefined)).rejects.toThrow('A part of the repository one is not what')
})
