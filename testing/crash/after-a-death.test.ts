import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { stopCycle } from '../../domains/delivery/cycles/contract.ts'
import { endOf, runCycle } from '../delivery.ts'
import { startModelProvider } from '../model-provider/index.ts'
import { aftermathOf, wholeAfter } from './aftermath.ts'
import { beginCycle, checkGatedAt, embeddedUrl, inRoot } from './crash-scene.ts'
import { openGate, someoneAtGate } from './gate.ts'
import { filesOf } from './leftovers.ts'
import { startProcess } from './server-process.ts'
import { checkBy, startFolder } from './start-folder.ts'

const timeout = 120_000
const settings = { ATELIER_LOG_LEVEL: 'warn' }
const start = startFolder(settings)

describe.concurrent('a run of a dead process', () => {
  test('can be stopped, leaves no worktree and no branch, and can run again', { timeout }, () =>
    inRoot(async (root) => {
      start.copyTo(root)
      const data = join(root, 'data')
      const first = await startProcess(root, settings)
      await checkBy(first.owner, start.projectId, checkGatedAt('check-task'))
      const id = await beginCycle(first.owner, start.projectId, 'check-task')
      await someoneAtGate(data)
      await first.kill()
      const second = await startProcess(root, settings)
      expect(await second.owner.call(stopCycle, { id })).toMatchObject({ status: 200, body: { status: 'stopping' } })
      expect((await endOf(second.owner, id)).cycle).toMatchObject({ status: 'stopped' })
      expect((await filesOf(root)).filter((path) => path.includes('worktrees/'))).toEqual([])
      await openGate(data)
      await runCycle(second.owner, id)
      const { steps, repeated: _none, ...rest } = wholeAfter()
      const found = (await aftermathOf(await embeddedUrl(root), data, id)) as { repeated: string[] }
      const { repeated, ...after } = found
      // The restarted server may have begun the step again before it was told to stop.
      expect([[], ['check-task']]).toContainEqual(repeated)
      expect(after).toEqual({
        ...rest,
        runs: ['cancelled', 'finished'],
        steps: [...steps.slice(0, 3), 'check-task cancelled', 'clean-up done', ...steps],
      })
      await second.stop()
      expect(await filesOf(root)).toEqual([])
    }),
  )

  test('releases the reservation of its model call, and repeats no answered call', { timeout }, () =>
    inRoot(async (root) => {
      start.copyTo(root)
      const provider = await startModelProvider(write)
      const priced = {
        ...settings,
        ATELIER_MODEL_BASE_URL: provider.baseUrl,
        ATELIER_MODEL_NAME: 'priced',
        ATELIER_MODEL_INPUT_PRICE: '1',
        ATELIER_MODEL_OUTPUT_PRICE: '2',
      }
      const first = await startProcess(root, priced)
      const id = await beginCycle(first.owner, start.projectId)
      await provider.nextRequest()
      await provider.nextRequest()
      const url = await embeddedUrl(root)
      expect(await budgetOf(url)).toMatchObject({ held: true, calls: ['finished', 'open'] })
      await first.kill()
      provider.push({ text: 'Answered nobody.' }, { text: 'NOTES.md says what it does now.' })
      const second = await startProcess(root, priced)
      await endOf(second.owner, id)
      expect(await aftermathOf(url, join(root, 'data'), id)).toEqual(wholeAfter('build-task'))
      expect(await budgetOf(url)).toMatchObject({ held: false, calls: ['finished', 'abandoned', 'finished'] })
      expect(provider.requests).toHaveLength(3)
      await second.stop()
      await provider.close()
    }),
  )
})

const write = { toolCalls: [{ name: 'write', input: { path: 'NOTES.md', content: 'Adds numbers.\n' } }] }

const budgetOf = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const calls = await client.query<{ status: string }>('select status from model_call order by id')
    const held = await client.query('select 1 from budget where reserved_micros > 0')
    return { held: held.rows.length > 0, calls: calls.rows.map(({ status }) => status) }
  } finally {
    await client.end()
  }
}
