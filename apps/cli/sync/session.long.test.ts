import { expect, test } from 'vitest'
import { syncing } from '../../../testing/cli/syncing.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()

test('sync pulls, then pushes; a dry run moves nothing; local work in the way stops it', async () => {
  const { one, two, head } = await syncing(server)
  one.sample.write('theirs', '1').commit('Theirs')
  expect((await one.run('sync')).document).toMatchObject({ outcome: 'synced', pushed: { generation: 2 } })
  expect((await two.run('sync', '--dry-run')).document).toMatchObject({ outcome: 'would_sync' })
  const before = two.sample.git('rev-parse', 'main')
  two.sample.write('kept', 'mine').write('theirs', 'in the way')
  const dirty = await two.run('sync')
  expect(dirty.failure).toMatchObject({ kind: 'unsynced', code: 'uncommitted', details: { uncommitted: ['kept'] } })
  two.sample.git('checkout', '--', 'kept')
  const hidden = await two.run('sync')
  expect(hidden.failure).toMatchObject({ kind: 'unsynced', code: 'in_the_way', details: { inTheWay: ['theirs'] } })
  expect(two.sample.git('rev-parse', 'main')).toBe(before)
  two.sample.git('clean', '--quiet', '--force')
  two.sample.write('.env', 'A=1\n')
  const both = await two.run('sync', '--protect')
  expect(both.document).toMatchObject({
    outcome: 'synced',
    pulled: { outcome: 'fast_forwarded', files: ['theirs'] },
    pushed: { outcome: 'pushed', protectedFiles: ['.env'], generation: 3 },
  })
  expect((await one.run('sync')).document).toMatchObject({
    outcome: 'synced',
    pulled: { protectedFiles: ['.env'] },
    pushed: { outcome: 'up_to_date' },
  })
  expect((await one.run('sync')).document).toMatchObject({ outcome: 'up_to_date' })
  expect((await head()).generation).toBe(3)
})
