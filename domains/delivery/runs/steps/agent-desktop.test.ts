import { v7 as uuidv7 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { findDesktopPrograms } from '../../../../execution/desktop/desktop.ts'
import { emptyProject } from '../../../../testing/cycles.ts'
import { nodeLibrary, propose } from '../../../../testing/delivery.ts'
import { endpointRuns } from '../../../../testing/models/endpoint-runs.ts'
import { leftovers } from '../../../../testing/runner/leftovers.ts'
import { startModelProvider } from '../../../../testing/model-provider/index.ts'
import { expectError } from '../../../../testing/refusals.ts'
import { runApproved } from '../../../../testing/runs/requests.ts'
import { modelSettings, turns } from '../../../../testing/runs/scripted-turns.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { getCycle } from '../../cycles/contract.ts'
import { executeCycle } from '../contract.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const server = await testServer({
  ...modelSettings(provider.baseUrl, 'key-of-the-operator-7f3a91'),
  ATELIER_SANDBOX_MEMORY_MIB: '2048',
  ATELIER_SANDBOX_PROCESSES: '1024',
})
const { world } = endpointRuns(server, provider)

const why = server.parts.agentDesktop.unavailable
const { browser } = await findDesktopPrograms()

test.runIf(why === undefined && browser === undefined)(
  'without a browser its desktop has only a terminal',
  (context) => {
    context.skip('No browser is installed.')
  },
)

const call = (name: string, input: object) => ({ toolCalls: [{ name, input }] })

// A page that reports a click anywhere.
const site = `require('node:http').createServer((asked, answer) => {
  console.log(asked.url)
  answer.setHeader('content-type', 'text/html')
  answer.end('<body onclick="fetch(\\'/clicked\\')" style="height: 100vh; margin: 0">Press here')
}).listen(4000, '127.0.0.1')`

test.runIf(why === undefined && browser !== undefined)(
  'an agent opens the page it built in the browser of its desktop, and sees and presses it',
  async () => {
    const made = await world(nodeLibrary)
    const id = await propose(made.at.owner, made.projectId, 'Build a page.')
    const script = [
      turns.write('site.cjs', site),
      call('process', { action: 'start', command: 'node site.cjs' }),
      call('desktop_screenshot', {}),
      call('desktop_press', { keys: 'ctrl+l' }),
      call('desktop_type', { text: '127.0.0.1:4000\n' }),
      call('desktop_click', { x: 860, y: 500 }),
      call('process', { action: 'read', id: 1, until: '/clicked' }),
      call('desktop_scroll', { x: 860, y: 500, direction: 'down' }),
      call('desktop_click', { x: 1280, y: 500 }),
      call('desktop_press', { keys: 'ctrl+l;reboot' }),
      call('desktop_press', { keys: 'NoSuchKey' }),
      call('desktop_type', { text: 'x'.repeat(4_001) }),
      turns.run('pkill -9 Xvfb; sleep 1'),
      call('desktop_screenshot', {}),
      turns.end('Looked at it.'),
    ]
    provider.push(...script)
    const { cycle } = await runApproved(made.at.owner, id, { mode: 'desktop' })
    expect(cycle).toMatchObject({ status: 'completed', failure: null })
    const last = provider.requests.at(-1)!.body.messages as unknown as { role: string; content: unknown }[]
    const told = last.flatMap(({ role, content }) => (role === 'tool' ? [content as string] : []))
    expect(told[2]).toMatch(/^The screen, 1280 × 800, is shown below \([0-9a-f]{8}\)\.$/)
    expect(told[6]).toContain('/clicked')
    expect(told.slice(8)).toEqual([
      expect.stringMatching(/^Error: x is not a whole number from 0 to 1279\./),
      expect.stringContaining('“ctrl+l;reboot” is no key or chord'),
      expect.stringContaining('NoSuchKey'),
      'Error: At most 4000 characters can be typed at once.',
      expect.stringMatching(/^Exit code 0/),
      expect.stringMatching(/^The screen, /),
    ])
    const shown = last.flatMap(({ content }) => (Array.isArray(content) ? (content as { type: string }[]) : []))
    const pictures = shown.filter(({ type }) => type === 'image_url') as unknown as { image_url: { url: string } }[]
    expect(pictures).toHaveLength(3)
    for (const { image_url: picture } of pictures) expect(picture.url).toMatch(/^data:image\/jpeg;base64,\/9j\//)
    expect(await leftovers(server)).toEqual({})
  },
)

const without = await testServer({ ATELIER_ROLE: 'server', ATELIER_DESKTOP: 'off' })

test('409 where agents have no desktop, after 404 and the status, and nothing is begun', async () => {
  const at = await scene(without)
  const id = await propose(at.owner, await emptyProject(at.owner), 'Add notes.')
  const execute = (cycleId: string, mode: 'sandbox' | 'desktop') =>
    at.owner.call(executeCycle, { id: cycleId, query: { mode } })
  expectError(await execute(uuidv7(), 'desktop'), 404, 'not_found')
  const refused = await execute(id, 'desktop')
  expectError(refused, 409, 'desktop_unavailable')
  expect(refused.body.reason).toBe('This server has no desktops: its operator switched them off.')
  expect((await at.owner.call(getCycle, { id })).body.cycle).toMatchObject({
    status: 'draft',
    runNumber: 0,
    runId: null,
  })
  expect((await execute(id, 'sandbox')).status).toBe(200)
  expectError(await execute(id, 'desktop'), 409, 'cycle_not_executable')
})
