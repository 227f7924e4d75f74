import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { plainGit } from '../../../testing/repositories/samples.ts'
import { commandsIn, syncing } from '../../../testing/cli/syncing.ts'
import { cycleIn, taskIn } from '../../../testing/cycles.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/state.ts'

const server = await testServer()

test('a push makes commits the next revision; a dry run, a repeat and others’ work change nothing', async () => {
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
})

test('a push takes the project’s branch alone, names what is not committed, and says when history was rewritten', async () => {
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
  expect(said.join('\n')).toContain('any more, which it had when it was last in step')
  expect((await head()).generation).toBe(2)
})

test('secrets in new commits are named, and stop a push that was told so', async () => {
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

/** Passes everything on to the server, and cuts the first connections once so many bytes have gone through. */
const cutting = async (cuts: number, afterBytes: number) => {
  let left = cuts
  const open = new Set<Socket>()
  const proxy = createServer((socket) => {
    const upstream = connect(Number(new URL(server.baseUrl).port), '127.0.0.1')
    let passed = 0
    for (const end of [socket, upstream]) {
      open.add(end)
      end.on('error', () => undefined).on('close', () => [socket, upstream].forEach((one) => one.destroy()))
    }
    socket.on('data', (chunk: Buffer) => {
      passed += chunk.length
      if (left > 0 && passed > afterBytes) {
        left -= 1
        upstream.end()
        socket.destroy()
      } else upstream.write(chunk)
    })
    upstream.pipe(socket)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    proxy.close()
    await once(proxy, 'close')
  })
  return { baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, isSpent: () => left === 0 }
}

test('a push whose connection is cut goes on by itself; one that meets an agent at work goes on later without its upload', async () => {
  const { one, world, projectId, head } = await syncing(server)
  one.sample.write('noise.bin', randomBytes(900_000)).commit('Add noise')
  const proxy = await cutting(2, 400_000)
  const pushed = await commandsIn(proxy, world.owner, one.sample.path)('push', '--project', projectId)
  expect([pushed.document?.outcome, proxy.isSpent()]).toEqual(['pushed', true])
  expect(pushed.said.filter((line) => line.startsWith('Going on after '))).not.toEqual([])

  const cycleId = await cycleIn(server, world, projectId)
  const { id } = await taskIn(server, world, { projectId, cycleId })
  const work = (status: string) =>
    asOwner(
      server,
      `with t as (update task set status = $2 where id = $1 returning cycle_id, run_id)
       update cycle set status = 'running', run_id = t.run_id from t where cycle.id = t.cycle_id`,
      [id, status],
    )
  await work('building')
  one.sample.write('kept', 'next').commit('Next')
  expect((await one.run('push')).failure).toMatchObject({ kind: 'conflict', code: 'task_active' })
  expect((await head()).generation).toBe(2)
  await work('blocked')
  const later = await one.run('push')
  expect(later.document).toMatchObject({ outcome: 'pushed', generation: 3 })
  expect(later.said.filter((line) => line.startsWith('Uploading'))).toEqual([])
})
