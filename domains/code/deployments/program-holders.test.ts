import { once } from 'node:events'
import { expect, test, vi } from 'vitest'
import { afterTest } from '../../../testing/after-test.ts'
import { testDatabase } from '../../../testing/database.ts'
import {
  openTestPreviews,
  servePreviews,
  startTestProgram,
  testVersion,
} from '../../../testing/deployments/preview-programs.ts'
import { quiet } from '../../../testing/jobs/world.ts'
import { testRootKey } from '../../../testing/people/sessions.ts'
import { parseRootKeys } from '../../../platform/crypto/index.ts'
import { statement } from '../../../platform/db/statement.ts'
import { openRelayServer, type Relay } from '../../../platform/relay/relay.ts'
import type { FarVisit } from '../../../execution/previews/index.ts'
import { openProgramHolders } from './program-holders.ts'

const { database } = await testDatabase()
const keys = parseRootKeys('test', testRootKey)

const takenByAnother = statement(
  'test.take-programs',
  "update preview_program set lease_until = 'epoch', process = gen_random_uuid()",
)

/** Processes of one instance that serve `version`; `started` are the programs that began, by their process. */
const scene = async (leaseMs = 60_000) => {
  const version = testVersion(crypto.randomUUID())
  const started: string[] = []
  const open = async (name: string) => {
    const relay: Relay = { keys, address: undefined }
    const holders = openProgramHolders({ database, relay, leaseMs, log: quiet })
    afterTest(() => holders.close())
    const programs: Awaited<ReturnType<typeof startTestProgram>>[] = []
    const previews = openTestPreviews(
      async () => {
        started.push(name)
        const program = await startTestProgram(
          (_request, response) => response.end(name),
          (_request, socket) =>
            socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello'),
        )
        programs.push(program)
        return program
      },
      { holders },
    )
    const server = await openRelayServer({
      keys,
      host: '127.0.0.1',
      find: (wanted) => previews.lend(wanted as unknown as FarVisit),
      onError: () => undefined,
    })
    afterTest(() => server.close())
    relay.address = server.address
    const site = await servePreviews(previews, () => ({ kind: 'version', site: 'shop', version }))
    return {
      ...site,
      ask: async () => (await site.ask('shop.preview.localhost')).text,
      previews,
      programs,
      /** As if the process was killed: its row stays, and it answers no more. */
      die: () => server.close(),
    }
  }
  return { first: await open('first'), second: await open('second'), started }
}

test('of two processes that are visited at once one runs the program, and leads the visitors of the other one', async () => {
  const { first, second, started } = await scene()
  const [one, other] = await Promise.all([first.ask(), second.ask()])
  expect([one, started]).toEqual([other, [one]])
  const socket = await (one === 'first' ? second : first).openSocket('shop.preview.localhost')
  if (typeof socket === 'number') throw new Error(`The WebSocket was refused with ${socket}`)
  const [said] = (await once(socket, 'data')) as [Buffer]
  expect(String(said)).toBe('hello')
})

test('when the process of a program dies, the next visit starts it elsewhere', async () => {
  const { first, second, started } = await scene(400)
  expect([await first.ask(), await second.ask()]).toEqual(['first', 'first'])
  await first.die()
  // Its own visitor finds no program, and the page loads again.
  expect(await second.ask()).toContain('Another one starts it')
  expect([await second.ask(), started]).toEqual(['second', ['first', 'second']])
})

test('a program that ended or was put to sleep is started by the process of the next visitor', async () => {
  const { first, second, started } = await scene()
  expect([await first.ask(), await second.ask()]).toEqual(['first', 'first'])
  await first.previews.sleep('shop')
  await vi.waitFor(async () => expect(await second.ask()).toBe('second'))
  expect([await first.ask(), started]).toEqual(['second', ['first', 'second']])
})

test('a process stops its program when another process has taken its lease', async () => {
  const { first, second } = await scene(400)
  expect(await first.ask()).toBe('first')
  await database.instance((tx) => takenByAnother(tx))
  await vi.waitFor(() => expect(first.programs.map(({ isStopped }) => isStopped)).toEqual([true]))
  expect([await second.ask(), await first.ask()]).toEqual(['second', 'second'])
})
