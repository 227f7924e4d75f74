import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import { ended, eventually, openWorld, quiet } from '../../testing/jobs/world.ts'
import { createEngine } from './engine.ts'
import { lookAfter, watchStandstill } from './standstill.ts'
import { finish, step } from './step.ts'
import type { SlotUse } from './store.ts'
import { workflow } from './workflow.ts'

const use = (of: Partial<SlotUse>): SlotUse => ({
  runId: 'run',
  workspaceId: 'workspace',
  machineId: 'machine',
  alone: false,
  seq: 1,
  leaseId: null,
  ...of,
})
const inLine = use({ runId: 'late', machineId: null, seq: null })

test.each([
  ['a run in line, and a holder that nobody carries out', [use({}), inLine], [use({}), inLine], true],
  [
    'a holder whose job was taken and left in between',
    [use({ leaseId: 'a' }), inLine],
    [use({ leaseId: 'b' }), inLine],
    true,
  ],
  ['two that each have to be alone', [use({ alone: true })], [use({ alone: true })], true],
  ['a step that is carried out', [use({ leaseId: 'a' }), inLine], [use({ leaseId: 'a' }), inLine], false],
  ['a holder that is at its next step', [use({}), inLine], [use({ seq: 2 }), inLine], false],
  ['a run that left the line', [use({}), inLine], [use({})], false],
  ['nobody waits', [use({})], [use({})], false],
])('whether nothing has moved: %s', (_name, earlier, uses, isStill) => {
  const first = lookAfter(undefined, earlier, 1_000)
  expect(lookAfter(first, uses, 16_000).sinceMs).toBe(isStill ? 1_000 : 16_000)
})

const kit = await testDatabase()
const world = await openWorld(kit)
const line = workflow('line', { steps: [step('build', { sandbox: true, commit: () => finish() })] })
const options = { database: kit.database, workflows: [line], sandboxes: { limit: 3 }, log: quiet }
const engine = createEngine(options)
afterAll(() => engine.stop())

test('one line of the log names what waits for what, and diagnostics show it', async () => {
  const alone = await world.start(engine)
  const other = await world.start(engine)
  const late = await world.start(engine)
  const slot = `insert into sandbox_slot (id, kind, workspace_id, run_id, taken_at, machine_id, alone)
    select id, 'run', workspace_id, id, now(), '00000000-0000-0000-0000-000000000000', $2 from run where id = $1`
  await world.rows(slot, [alone.id, true])
  await world.rows(slot, [other.id, false])
  await world.rows('update run_step set losses = 5 where run_id = $1', [alone.id])
  await world.rows(`update queue.job set available_at = now() + interval '1 hour' where run_id = $1`, [other.id])
  const lines: object[] = []
  const parts = { database: kit.database, log: { ...quiet, error: (fields: object) => void lines.push(fields) } }
  await engine.work()
  await eventually(async () => (await world.rows('select from sandbox_wait')).length === 1)
  const watch = watchStandstill(parts, { everyMs: 50, afterMs: 300 })
  await eventually(() => Promise.resolve(lines.length > 0))
  const machine = '00000000-0000-0000-0000-000000000000'
  const build = { workspace: world.workspaceId, step: 'build', status: 'queued' }
  expect(lines).toEqual([
    {
      waiting: [
        { ...build, run: alone.id, machine, for: 'a machine without other steps' },
        { ...build, run: late.id, machine: null, status: 'parked', for: 'a sandbox' },
      ],
      holding: [{ ...build, run: other.id, machine }],
    },
  ])
  expect(watch.waits()).toMatchObject({ sandbox: 1, alone: 1 })
  expect(watch.waits().standstillSeconds).toBeGreaterThan(0.2)
  await watch.stop()
  const parked = (id: string) => world.within(async (tx) => (await engine.diagnostics(tx, id))!.parked)
  expect(await parked(alone.id)).toMatchObject([{ kind: 'sandbox', step: 'build', details: { otherRuns: 1 } }])
  expect(await parked(late.id)).toMatchObject([{ details: { active: 2, limit: 3, machinesAlone: 1 } }])
  await world.rows('update queue.job set available_at = now()')
  for (const { id } of [alone, other, late]) await ended(world, id)
})
