import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { isLong } from '../../../testing/soak.ts'
import { emptyProject } from '../../../testing/cycles.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { clickAt, greetRfb, keyPress, openWebDesktop } from '../../../testing/console/web-desktop.ts'
import { archiveProject } from '../projects/contract.ts'
import { getProjectDesktop, startProjectDesktop } from './contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server', ATELIER_SANDBOX_LIMIT: '6' })
const { unavailable } = server.parts.desktops

interface Access {
  readonly available: boolean
  readonly desktopUrl: string
}

const world = async () => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  const start = async (caller = at.owner) => (await caller.call(startProjectDesktop, { id })).body as unknown as Access
  const get = async (caller = at.owner) => (await caller.call(getProjectDesktop, { id })).body as unknown as Access
  return { at, id, start, get }
}

test.runIf(unavailable !== undefined)('without its programs no desktop is started', (context) => {
  context.skip(unavailable)
})

describe.runIf(unavailable === undefined)('where the machine has what a desktop needs', () => {
  test('a desktop starts, shows its screen once for each credential, and leaves audit rows', async () => {
    const { at, id, start, get } = await world()
    expect(await get()).toEqual({ available: false, reason: 'The desktop is not started.' })
    const started = await start()
    expect(started.desktopUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/console\/desktop#t-[0-9a-f]+\/[\w-]+\/steer$/)
    const first = openWebDesktop(server.baseUrl, started.desktopUrl)
    expect(await greetRfb(first)).toEqual({ version: 'RFB 003.008\n', types: [1], result: 0, width: 1280, height: 800 })
    const again = openWebDesktop(server.baseUrl, started.desktopUrl)
    const [, { statusCode }] = (await once(again.socket, 'unexpected-response')) as [unknown, { statusCode: number }]
    expect(statusCode).toBe(401)
    const second = openWebDesktop(server.baseUrl, (await get()).desktopUrl)
    expect(await greetRfb(second)).toMatchObject({ width: 1280 })
    for (const { socket } of [first, second]) socket.close()
    await expect
      .poll(async () => (await at.auditActions(id)).filter((action) => action.startsWith('desktop')))
      .toEqual(['desktop.start', 'desktop.open', 'desktop.open', 'desktop.end', 'desktop.end'])
    const { port } = new URL(server.baseUrl)
    const other = openWebDesktop(server.baseUrl, (await get()).desktopUrl, { origin: `http://evil.example:${port}` })
    const [, refused] = (await once(other.socket, 'unexpected-response')) as [unknown, { statusCode: number }]
    expect(refused.statusCode).toBe(403)
  })

  test.runIf(isLong)(
    'keys of a viewer change nothing, keys of a person who may steer do, and a grant that ends cuts its client',
    async () => {
      const { at, id, start, get } = await world()
      await at.grant(id, at.clientId, 'view')
      expect(await at.client.call(startProjectDesktop, { id })).toMatchObject({ status: 403 })
      expect(await get(at.client)).toMatchObject({ available: false })
      const steering = openWebDesktop(server.baseUrl, (await start()).desktopUrl)
      const { desktopUrl } = await get(at.client)
      expect(desktopUrl).toMatch(/\/view$/)
      expect((await get((await at.join('admin', { scopes: ['read'] })).caller)).desktopUrl).toMatch(/\/view$/)
      const watching = openWebDesktop(server.baseUrl, desktopUrl)
      const forged = openWebDesktop(server.baseUrl, (await get(at.client)).desktopUrl.replace(/view$/, 'steer'))
      const { sandbox, release } = (await server.parts.people.sandboxes.use(at.workspace, id))!
      await Promise.all([steering, watching, forged].map(greetRfb))
      const type = async (viewer: typeof watching, name: string) => {
        viewer.send(clickAt(200, 200))
        for (const key of `touch ${name}\n`) viewer.send(keyPress(key))
      }
      const afterTyping = async () => {
        await type(watching, 'watched')
        await type(forged, 'forged')
        await type(steering, 'steered')
        return (await sandbox.run({ argv: ['ls', '/worktree'] })).stdout
      }
      await expect.poll(afterTyping, { interval: 500 }).toContain('steered')
      expect((await sandbox.run({ argv: ['ls', '/worktree'] })).stdout).not.toMatch(/watched|forged/)
      release()
      await asOwner(server, 'delete from project_grant where project_id = $1', [id])
      for (const { closed } of [watching, forged])
        expect(await closed).toEqual({ code: 4403, reason: 'Your access to this project has ended.' })
    },
  )

  test.runIf(isLong)('an archived project ends its desktop, and has none', async () => {
    const { at, id, start, get } = await world()
    const opened = openWebDesktop(server.baseUrl, (await start()).desktopUrl)
    await greetRfb(opened)
    expect(await at.owner.call(archiveProject, { id })).toMatchObject({ status: 200 })
    expect(await opened.closed).toMatchObject({ code: 4403 })
    expect(await get()).toMatchObject({ available: false, reason: expect.stringContaining('archived') as string })
    expect(await start()).toMatchObject({ code: 'project_archived' })
  })

  test('200 with the reason where all sandboxes are in use', async () => {
    const { at, id, start } = await world()
    const { sandboxes } = server.parts.people
    for (let isFree = true; isFree;) {
      const other = await emptyProject(at.owner)
      const reserved = await server.database.within(at.workspace, (tx) => sandboxes.reserve(tx, other))
      isFree = reserved === 'reserved'
    }
    const reason = expect.stringMatching(/^\d of \d sandboxes are in use/) as string
    expect(await start()).toEqual({ available: false, reason })
    expect((await at.auditActions(id)).filter((action) => action.startsWith('desktop'))).toEqual(['desktop.start'])
  })
})
