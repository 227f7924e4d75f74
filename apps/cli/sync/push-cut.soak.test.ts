import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { commandsIn, syncing } from '../../../testing/cli/syncing.ts'
import { cycleIn, putRunAt, taskIn } from '../../../testing/cycles.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()

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

test('a push whose connection is cut continues automatically; a push that meets an agent at work continues later without its upload', async () => {
  const { one, world, projectId, head } = await syncing(server)
  one.sample.write('noise.bin', randomBytes(900_000)).commit('Add noise')
  const proxy = await cutting(2, 400_000)
  const pushed = await commandsIn(proxy, world.owner, one.sample.path)('push', '--project', projectId)
  expect([pushed.document?.outcome, proxy.isSpent()]).toEqual(['pushed', true])
  expect(pushed.said.filter((line) => line.startsWith('Going on after '))).not.toEqual([])

  const cycleId = await cycleIn(server, world, projectId)
  const { id } = await taskIn(server, world, { projectId, cycleId })
  await putRunAt(server, id, 'building')
  one.sample.write('kept', 'next').commit('Next')
  expect((await one.run('push')).failure).toMatchObject({ kind: 'conflict', code: 'task_active' })
  expect((await head()).generation).toBe(2)
  await putRunAt(server, id, 'blocked')
  const later = await one.run('push')
  expect(later.document).toMatchObject({ outcome: 'pushed', generation: 3 })
  expect(later.said.filter((line) => line.startsWith('Uploading'))).toEqual([])
})
