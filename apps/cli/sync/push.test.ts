import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isLong, isSoak } from '../../../testing/soak.ts'
import { plainGit } from '../../../testing/repositories/samples.ts'
import { syncing } from '../../../testing/cli/syncing.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()

test.runIf(isLong)(
  'a push makes commits the next revision; a dry run, a repeat and others’ work change nothing',
  async () => {
    const { one, two, head } = await syncing(server)
    one.sample.write('new.txt', '1').commit('Add a file')
    const tried = await one.run('push', '--dry-run')
    expect(tried).toMatchObject({ document: { outcome: 'would_push', generation: 1, files: ['new.txt'] } })
    expect(tried.document.commits).toEqual([expect.stringMatching(/^[0-9a-f]{7,} Add a file$/)])
    expect((await head()).generation).toBe(1)

    const pushed = await one.run('push')
    const commitSha = one.sample.git('rev-parse', 'main')
    expect(pushed.document).toMatchObject({ outcome: 'pushed', generation: 2, commitSha })
    expect(await head()).toMatchObject({ generation: 2, commitSha, source: 'upload' })
    expect(one.sample.git('rev-parse', 'atelier/main')).toBe(commitSha)
    const kept = JSON.parse(await readFile(join(one.sample.path, '.git', 'atelier-sync.json'), 'utf8')) as object
    expect(kept).toMatchObject({ generation: 2, branch: 'main', commitSha })
    expect((await one.run('push')).document).toMatchObject({ outcome: 'up_to_date', generation: 2 })

    two.sample.write('mine.txt', '2').write('kept', 'theirs').commit('Mine')
    one.sample.write('kept', 'ours').commit('Ours')
    await one.run('push')
    const before = two.sample.git('rev-parse', 'main')
    const refused = await two.run('push')
    expect(refused.failure).toMatchObject({ kind: 'unsynced', code: 'diverged', details: { bothChanged: ['kept'] } })
    expect(refused.failure?.message).toContain('git merge atelier/main')
    expect([two.sample.git('rev-parse', 'main'), (await head()).generation]).toEqual([before, 3])
    plainGit(two.sample.path, ['merge', '--quiet', '--no-edit', '-X', 'ours', 'atelier/main'])
    expect((await two.run('push')).document).toMatchObject({ outcome: 'pushed', generation: 4 })
    expect((await one.run('push')).failure).toMatchObject({ kind: 'unsynced', code: 'behind' })
  },
)

test.runIf(isLong)(
  'a push takes only the project’s branch, names uncommitted files, and reports rewritten history',
  async () => {
    const { one, head } = await syncing(server)
    one.sample.git('switch', '--quiet', '--create', 'side')
    one.sample.write('side', '1').commit('Aside')
    expect((await one.run('push')).document).toMatchObject({ outcome: 'up_to_date' })
    one.sample.git('switch', '--quiet', 'main')
    one.sample.write('kept', 'next').commit('Next')
    one.sample.write('kept', 'not yet')
    expect((await one.run('push')).said).toContain('Not committed, and left out: kept')
    expect(one.sample.git('status', '--porcelain')).toBe('M kept')
    one.sample.git('commit', '--quiet', '--all', '--amend', '--message', 'Amended')
    const { failure, said } = await one.run('push')
    expect(failure).toMatchObject({ code: 'diverged' })
    expect(said.join('\n')).toContain('which it had at the last sync')
    expect((await head()).generation).toBe(2)
  },
)

test.runIf(isSoak)('a push sends and scans only the new commits, on the findings of the head', async () => {
  const token = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_')
  const lines = Array.from({ length: 20_000 }, (_, at) => `line ${at * 7_919}`)
  const { one, two, head, world } = await syncing(server, { 'large.txt': lines.join('\n') })
  one.sample.write('old-key.txt', `${token}\n`).commit('One')
  await one.run('push')
  one.sample.write('new-key.txt', `${token}\n`).commit('Two')
  const pushed = await one.run('push')
  expect(pushed.document).toMatchObject({ outcome: 'pushed', generation: 3 })
  expect(pushed.said.join('\n')).toContain('new-key.txt:1')
  expect(pushed.said.join('\n')).not.toContain('old-key.txt')
  expect(await findingsOf(head)).toEqual(['new-key.txt', 'old-key.txt'])
  const sizes = (await world.rows('revision_upload')).map((row) => Number(row.bundle_size_bytes))
  expect(sizes.filter((sizeBytes) => sizeBytes < 2_000)).toHaveLength(2)
  expect((await two.run('sync')).failure).toBeUndefined()
  expect(two.sample.git('rev-parse', 'main')).toBe(one.sample.git('rev-parse', 'main'))
  expect(plainGit(two.sample.path, ['fsck', '--strict', '--no-dangling'])).toBe('')
})

const findingsOf = async (head: () => Promise<unknown>) =>
  ((await head()) as { manifest: { findings: { path: string }[] } }).manifest.findings.map(({ path }) => path)

test('secrets in new commits are named, and stop a push with that option', async () => {
  const { one, head } = await syncing(server)
  const secret = ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_')
  one.sample.write('key.txt', `${secret}\n`).commit('Add a key')
  const stopped = await one.run('push', '--on-findings', 'stop')
  expect(stopped.failure).toMatchObject({ kind: 'failed', code: 'findings_present' })
  expect((await head()).generation).toBe(1)
  const pushed = await one.run('push')
  expect(pushed.said.join('\n')).toContain('key.txt:1')
  expect(pushed.document).toMatchObject({ outcome: 'pushed', generation: 2 })
})
