import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from '../../testing/database.ts'
import {
  addPiece,
  lockPlan,
  makePlan,
  pieces,
  piecesOf,
  plans,
  preparePieces,
  type Work,
} from '../../testing/jobs/pieces.ts'
import { hungAfterMs } from '../../testing/runner/hang-timeout.ts'
import { ended, eventually, openWorld, quiet } from '../../testing/jobs/world.ts'
import { isSoak, lengthOf } from '../../testing/soak.ts'
import type { Database } from '../db/database.ts'
import { endChildren, startChild } from '../../testing/jobs/process.ts'
import { createEngine } from './engine.ts'
import type { Run } from './index.ts'

const lost = () => Object.assign(new Error('The connection was lost'), { code: '57P01' })

/** Every eighth transaction is broken before its commit, and every eighth is reported broken although it committed. */
const troubled = (database: Database): Database => ({
  ...database,
  within: async (workspaceId, work) => {
    const luck = Math.floor(Math.random() * 8)
    const result = await database.within(workspaceId, async (tx) => {
      const done = await work(tx)
      if (luck === 0) throw lost()
      return done
    })
    if (luck === 1) throw lost()
    return result
  },
})

const kit = await testDatabase()
await preparePieces(kit.url)
const world = await openWorld(kit)
const options = { workflows: [plans, pieces], sandboxes: { limit: 2 }, log: quiet, retryFirstMs: 1 }
const calm = createEngine({ ...options, database: kit.database })
const workers = [1, 2].map(() => createEngine({ ...options, database: troubled(kit.database) }))
for (const worker of workers) await worker.work()
afterAll(async () => {
  await endChildren()
  await Promise.all(workers.map((worker) => worker.stop()))
})

interface Story {
  readonly works: readonly Work[]
  readonly needs: readonly number[]
  /** After so many turns of the event loop: a piece more, and an end of the whole or of one piece. */
  readonly addAfter: number
  readonly cancelAfter: number
  readonly cancels: 'nothing' | 'the whole' | 'a piece'
}

const stories: fc.Arbitrary<Story> = fc.record({
  works: fc.array(fc.constantFrom<Work>('quick', 'quick', 'quick', 'plan'), { minLength: 3, maxLength: 9 }),
  needs: fc.array(fc.nat(20), { minLength: 9, maxLength: 9 }),
  addAfter: fc.nat(400),
  cancelAfter: fc.nat(400),
  cancels: fc.constantFrom('nothing', 'the whole', 'a piece'),
})

const begin = ({ works, needs }: Story): Promise<Run> =>
  world.within(async (tx) => {
    const subjectId = await makePlan(tx)
    const made: string[] = []
    for (const [at, work] of works.entries()) {
      const needed = made[needs[at]!]
      const id = await addPiece(tx, subjectId, work, needed ? [needed] : [])
      if (work === 'plan') await addPiece(tx, id, 'quick')
      made.push(id)
    }
    return calm.start(tx, { workspaceId: world.workspaceId, kind: 'plan', subjectId })
  })

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await setImmediate()
}

/** Whether a piece was taken in: a plan that has ended takes none. */
const addLate = async (run: Run, { addAfter }: Story) => {
  await turns(addAfter)
  return world.within(async (tx) => {
    await lockPlan(tx, run.subjectId)
    const isTaken = await calm.wake(tx, run.id)
    return isTaken ? addPiece(tx, run.subjectId, 'quick') : undefined
  })
}

const cancelOne = async (run: Run, { cancels, cancelAfter }: Story) => {
  await turns(cancelAfter)
  if (cancels === 'nothing') return
  const children = await world.rows<{ id: string }>('select id from run where parent_id = $1', [run.id])
  const target = cancels === 'the whole' ? run.id : children[0]?.id
  if (target) await world.within((tx) => calm.cancel(tx, target))
}

/** The expected rows and marks of a plan that has ended in any way. */
const checkStory = async (run: Run, status: string, late: string | undefined) => {
  const found = await world.within((tx) => piecesOf(tx, run.subjectId))
  const marks = await world.marks()
  const count = (text: string) => marks.filter((each) => each === text).length
  for (const { id, needs, status: end } of found) {
    expect(['joined', 'stopped', 'made', 'waiting']).toContain(end)
    expect(count(`${id} begun`)).toBe(end === 'waiting' ? 0 : 1)
    expect(count(`${id} finished`) + count(`${id} cancelled`)).toBe(end === 'waiting' ? 0 : 1)
    expect(count(`${id} joined`)).toBe(end === 'joined' ? 1 : 0)
    if (status === 'finished') expect(['joined', 'stopped']).toContain(end)
    if (end === 'waiting') continue
    for (const needed of needs) {
      const over = Math.max(marks.indexOf(`${needed} joined`), marks.indexOf(`${needed} cancelled`))
      expect(over).toBeGreaterThan(-1)
      expect(marks.indexOf(`${id} begun`)).toBeGreaterThan(over)
    }
    const own = Math.max(marks.indexOf(`${id} finished`), marks.indexOf(`${id} cancelled`))
    expect(marks.indexOf(`${run.subjectId} ${status}`)).toBeGreaterThan(own)
  }
  expect(count(`${run.subjectId} ${status}`)).toBe(1)
  if (late) expect(found.map(({ id }) => id)).toContain(late)
}

test(
  'with broken transactions, pieces added and runs cancelled, each child happens once and none is left',
  async () => {
    await fc.assert(
      fc.asyncProperty(stories, async (story) => {
        const run = await begin(story)
        const [late] = await Promise.all([addLate(run, story), cancelOne(run, story)])
        const { status } = await ended(world, run.id)
        expect(await world.rows('select kind, failure from run where failure is not null')).toEqual([])
        expect(story.cancels === 'the whole' ? ['finished', 'cancelled'] : ['finished']).toContain(status)
        await checkStory(run, status, late)
        expect(await world.rows('select 1 from run where ended_at is null')).toEqual([])
        expect(await world.rows('select 1 from run_parked')).toEqual([])
        expect(await world.rows('select 1 from step_cancel')).toEqual([])
        expect(await world.rows('select 1 from queue.job')).toEqual([])
      }),
      { numRuns: lengthOf({ daily: 3, soak: 200 }), endOnFailure: true },
    )
  },
  hungAfterMs * lengthOf({ daily: 2, soak: 20 }),
)

// Two processes work and die in turn, one after every few marks, at any point of their work.
test.runIf(isSoak)(
  'under many deaths of two processes each child happens once and none is left',
  { timeout: 1_200_000 },
  async () => {
    await Promise.all(workers.map((worker) => worker.stop()))
    const runs: Run[] = []
    for (const story of fc.sample(stories, 40)) runs.push(await begin(story))
    const open = async () => (await world.rows('select 1 from run where ended_at is null')).length
    let deaths = 0
    const dieInTurn = async () => {
      while ((await open()) > 0) {
        const victim = await startChild('go-on', kit.url, 2)
        const seen = (await world.marks()).length
        await eventually(async () => (await world.marks()).length >= seen + 10 || (await open()) === 0)
        victim.signal('SIGKILL')
        await victim.exit
        deaths += 1
      }
    }
    await Promise.all([dieInTurn(), dieInTurn()])
    expect(deaths).toBeGreaterThan(10)
    for (const run of runs) await checkStory(run, (await ended(world, run.id)).status, undefined)
    expect(await world.rows('select 1 from run_parked')).toEqual([])
    expect(await world.rows('select 1 from queue.job')).toEqual([])
  },
)
