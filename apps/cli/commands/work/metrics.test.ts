import { expect, test } from 'vitest'
import { runCommand } from '../../../../testing/cli/run-command.ts'
import { cycleIn, emptyProject } from '../../../../testing/cycles.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

test('metrics shows completed cycles, cycles at work, and no missing figure', async () => {
  const at = await scene(server)
  const projectId = await emptyProject(at.owner)
  const run = (...words: string[]) => runCommand(server, at.owner, ['metrics', '--project', projectId, ...words])
  const none = await run()
  expect(none.printed).toEqual([
    'Completed: 0 cycles, 0 a week',
    'From begin to end: nothing is completed',
    'From proposal to end: nothing is completed',
    'Runs that completed: none yet, without waiting for anybody: none yet',
    'Tasks that needed no rework: none yet',
    'At work: 0 cycles',
  ])
  const id = await cycleIn(server, at, projectId, 'running')
  await asOwner(
    server,
    `update cycle set title = E'Odd \\u001b[31m', status_changed_at = now() - interval '2 hours' where id = $1`,
    [id],
  )
  const busy = await run('--days', '7')
  expect(busy.printed.at(-1)).toMatch(/^ {2}[0-9a-f]{8} {2}running {2}\S+.* Odd /)
  expect(busy.printed.join()).not.toContain('\u001b')
  expect(busy.documents).toMatchObject([{ wip: { cycles: 1 } }])
  for (const days of ['0', 'x', '1000']) expect((await run('--days', days)).failure).toMatchObject({ kind: 'usage' })
})
