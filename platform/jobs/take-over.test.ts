import { v7 as uuidv7 } from 'uuid'
import { afterEach, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import type { Database } from '../db/database.ts'
import { createEngine, type Engine } from './index.ts'
import { lineWith, type Payload } from '../../testing/jobs/line.ts'
import { endChildren, startChild } from '../../testing/jobs/process.ts'
import { ended, eventually, openWorld, quiet } from '../../testing/jobs/world.ts'
import { isLong, lengthOf } from '../../testing/soak.ts'

const kit = await testDatabase()
const leaseSeconds = 2
const engines: Engine[] = []

afterEach(async () => {
  await endChildren()
  await Promise.all(engines.splice(0).map((engine) => engine.stop()))
})

const sender = () =>
  createEngine({ database: kit.database, workflows: [lineWith(() => undefined)], sandboxes: { limit: 2 }, log: quiet })
const survivor = async (seconds = leaseSeconds, alone = false, database = kit.database) => {
  const engine = createEngine({
    database,
    workflows: [lineWith(() => undefined)],
    sandboxes: { limit: 2 },
    log: quiet,
    leaseSeconds: seconds,
  })
  engines.push(engine)
  await engine.work({ alone })
  return engine
}

const points: { at: NonNullable<Payload['at']>; effects: number; attempt: number }[] = [
  { at: 'before the effect', effects: 1, attempt: 2 },
  { at: 'in the effect', effects: 2, attempt: 2 },
  { at: 'before the commit', effects: 2, attempt: 2 },
  { at: 'in the commit', effects: 2, attempt: 2 },
  { at: 'after the commit', effects: 1, attempt: 1 },
]

test.for(points)(
  'a process killed $at of a step loses no work and commits no step twice',
  async ({ at, effects, attempt }) => {
    const world = await openWorld(kit)
    const victim = await startChild('die', kit.url, leaseSeconds)
    const run = await world.start(sender(), { at })
    await victim.exit
    await survivor()
    expect(await ended(world, run.id)).toMatchObject({ status: 'finished', result: { all: 'done' } })
    expect(await world.marks('commit%')).toEqual([
      'commit first',
      `commit second by attempt ${attempt}`,
      'commit third',
    ])
    expect(await world.marks('effect second%')).toEqual(Array<string>(effects).fill(`effect second ${run.id}:2`))
    expect(await world.marks('effect first')).toHaveLength(1)
    expect(await world.marks('reconcile second')).toHaveLength(attempt - 1)
    expect(await world.rows('select 1 from queue.job')).toEqual([])
  },
)

test('a running process takes over the step of a killed one', async () => {
  const world = await openWorld(kit)
  const victim = await startChild('obey', kit.url, leaseSeconds)
  const run = await world.start(sender(), { at: 'in the effect' })
  await victim.line('at in the effect')
  await survivor()
  victim.signal('SIGKILL')
  expect(await ended(world, run.id)).toMatchObject({ status: 'finished' })
  expect(await world.marks('commit second%')).toEqual(['commit second by attempt 2'])
})

test('a frozen process that wakes after its lease is stopped and commits nothing', async () => {
  const world = await openWorld(kit)
  const frozen = await startChild('go-on', kit.url, leaseSeconds)
  const run = await world.start(sender(), { at: 'in the effect' })
  await frozen.line('at in the effect')
  frozen.signal('SIGSTOP')
  await survivor()
  await ended(world, run.id)
  frozen.signal('SIGCONT')
  expect(await frozen.line('aborted')).toBe('aborted: The lease ended, so another process may carry the step out')
  frozen.signal('SIGTERM')
  await frozen.exit
  expect(await world.marks('commit%')).toEqual(['commit first', 'commit second by attempt 2', 'commit third'])
  expect(await world.marks('ended%')).toEqual(['ended finished'])
})

test('a process frozen inside its commit is refused when it wakes', async () => {
  const world = await openWorld(kit)
  const frozen = await startChild('go-on', kit.url, leaseSeconds)
  const run = await world.start(sender(), { at: 'before the commit' })
  await frozen.line('at before the commit')
  frozen.signal('SIGSTOP')
  await survivor()
  await ended(world, run.id)
  frozen.signal('SIGCONT')
  frozen.signal('SIGUSR2')
  await frozen.line('The run ended or was cancelled while the step ran; this attempt changed nothing')
  frozen.signal('SIGTERM')
  await frozen.exit
  expect(await world.marks('commit%')).toEqual(['commit first', 'commit second by attempt 2', 'commit third'])
})

test('every step of many runs commits exactly once under many kills', async () => {
  const world = await openWorld(kit)
  const engine = sender()
  const count = lengthOf({ daily: 100, soak: 300 })
  await world.within(async (tx) => {
    for (let at = 0; at < count; at += 1) {
      await engine.start(tx, { workspaceId: world.workspaceId, kind: 'line', subjectId: uuidv7() })
    }
  })
  // Three steps each: some die at the beginning, some at the end.
  for (const commits of [count / 5, count / 2, count, 2 * count]) {
    const victim = await startChild('die', kit.url, leaseSeconds)
    await eventually(async () => (await world.marks('commit%')).length >= commits)
    victim.signal('SIGKILL')
    await victim.exit
  }
  await survivor()
  await eventually(async () => (await world.rows("select 1 from run where status = 'finished'")).length === count)
  for (const step of ['commit first', 'commit second%', 'commit third', 'ended finished']) {
    expect(await world.marks(step)).toHaveLength(count)
  }
  expect(await world.rows('select 1 from run_step where status <> $1', ['done'])).toEqual([])
  expect(await world.rows('select 1 from queue.job')).toEqual([])
})

test.runIf(isLong)(
  'a step that kills every process ends in its `failed` handler after an exclusive try, and no other step does',
  async () => {
    const world = await openWorld(kit)
    const engine = sender()
    const [deadly, ...others] = await world.within((tx) =>
      Promise.all(
        [{ at: 'in the effect', always: true, takesMs: 100 }, ...Array<Payload>(8).fill({ takesMs: 400 })].map(
          (payload) => engine.start(tx, { workspaceId: world.workspaceId, kind: 'line', subjectId: uuidv7(), payload }),
        ),
      ),
    )
    for (let deaths = 0; deaths < 6; deaths += 1) await (await startChild('die', kit.url, leaseSeconds)).exit
    await survivor()
    const failure = { step: 'second', message: '6 processes died while they carried out second' }
    expect(await ended(world, deadly!.id)).toMatchObject({ status: 'failed', failure })
    expect(await world.marks('failed%')).toEqual(['failed second'])
    for (const { id } of others) expect(await ended(world, id)).toMatchObject({ status: 'finished' })
    expect((await world.marks('ended%')).sort()).toEqual(['ended failed', ...others.map(() => 'ended finished')])
    const losses = await world.rows<{ losses: number }>(
      `select max(losses)::int as losses from run_step where run_id <> $1 and workspace_id = $2`,
      [deadly!.id, world.workspaceId],
    )
    // A step that lost two processes is carried out alone. On a busy machine the others may have begun once only.
    expect([1, 2]).toContain(losses[0]!.losses)
  },
)

test('a process that shuts down returns its steps at once, without counting an attempt', async () => {
  const world = await openWorld(kit)
  const leaving = await startChild('obey', kit.url, 60)
  const run = await world.start(sender(), { at: 'in the effect' })
  await leaving.line('at in the effect')
  leaving.signal('SIGTERM')
  expect(await leaving.line('aborted')).toBe('aborted: This process is shutting down')
  await leaving.exit
  await survivor()
  await ended(world, run.id)
  const steps = await eventually(() =>
    world.rows('select name, attempt, losses, errors from run_step where run_id = $1 order by seq', [run.id]),
  )
  expect(steps).toMatchObject([{ attempt: 1 }, { name: 'second', attempt: 2, losses: 0, errors: 0 }, { attempt: 1 }])
})

test('a process that loses the answers to its claims continues with the step, and counts no dead process', async () => {
  const world = await openWorld(kit)
  let lost = 0
  const within: Database['within'] = async (workspaceId, work) => {
    const result = await kit.database.within(workspaceId, work)
    const isClaim = typeof result === 'object' && result !== null && 'flow' in result
    if (!isClaim || lost === 2) return result
    lost += 1
    throw Object.assign(new Error('The connection was lost'), { code: '57P01' })
  }
  const run = await world.start(sender())
  await survivor(leaseSeconds, false, { ...kit.database, within })
  expect(await ended(world, run.id)).toMatchObject({ status: 'finished' })
  expect(lost).toBe(2)
  expect(await world.rows('select attempt, losses from run_step where run_id = $1', [run.id])).toEqual([
    { attempt: 1, losses: 0 },
    { attempt: 1, losses: 0 },
    { attempt: 1, losses: 0 },
  ])
})

test('the only process of an instance takes over dead leases without waiting', async () => {
  const world = await openWorld(kit)
  const hour = 3_600
  const victim = await startChild('die', kit.url, hour)
  const run = await world.start(sender(), { at: 'in the effect' })
  await victim.exit
  await survivor(hour, true)
  expect(await ended(world, run.id)).toMatchObject({ status: 'finished' })
})
