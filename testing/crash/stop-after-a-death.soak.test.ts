import { join } from 'node:path'
import { expect, test } from 'vitest'
import { stopCycle } from '../../domains/delivery/cycles/contract.ts'
import { endOf, runCycle } from '../delivery.ts'
import { aftermathOf, wholeAfter } from './aftermath.ts'
import { beginCycle, checkGatedAt, embeddedUrl, inRoot } from './crash-scene.ts'
import { openGate, someoneAtGate } from './gate.ts'
import { filesOf } from './leftovers.ts'
import { startProcess } from './server-process.ts'
import { checkBy, startFolder } from './start-folder.ts'

const timeout = 120_000
const settings = { ATELIER_LOG_LEVEL: 'warn' }
const start = startFolder(settings)

test('a run of a dead process can be stopped, leaves no worktree and no branch, and can run again', { timeout }, () =>
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
    const worktrees = async () => (await filesOf(root)).filter((path) => path.includes('worktrees/'))
    await expect.poll(worktrees).toEqual([])
    await openGate(data)
    await runCycle(second.owner, id)
    const { steps, repeated: _none, ...rest } = wholeAfter()
    const found = (await aftermathOf(await embeddedUrl(root), data, id)) as { repeated: string[] }
    const { repeated, ...after } = found
    // The restarted server may have begun the step again before it was stopped.
    expect([[], ['check-task']]).toContainEqual(repeated)
    expect(after).toEqual({
      ...rest,
      runs: ['cancelled', 'finished'],
      steps: [
        ...steps.slice(0, 4),
        'advance cancelled',
        'check-task cancelled',
        'clean-up-task done',
        'clean-up done',
        ...steps,
      ],
    })
    await second.stop()
    expect(await filesOf(root)).toEqual([])
  }),
)
