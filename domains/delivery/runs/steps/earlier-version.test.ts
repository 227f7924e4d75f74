import { test } from 'vitest'
import { expectCompletes, expectDecided, type EarlierStep } from '../../../../testing/runs/earlier-runs.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { isLong, isSoak, lengthOf } from '../../../../testing/soak.ts'

const server = await testServer()
const at = await scene(server)

// Sent back once, and merged already.
const places: readonly EarlierStep[] = [
  { step: 'build-task', payload: { reworks: 1, feedback: ['More.'] }, task: 'building', isBuilt: true },
  { step: 'prepare-delivery', payload: { tries: 0 }, task: 'merged', isBuilt: true, isMerged: true },
]

const otherPlaces: readonly EarlierStep[] = [
  { step: 'check-base', task: 'queued', isBuilt: false },
  { step: 'build-task', payload: { reworks: 0 }, task: 'building', isBuilt: false },
  { step: 'check-task', payload: { reworks: 0 }, task: 'testing', isBuilt: true },
  { step: 'review-task', payload: { reworks: 0 }, task: 'reviewing', isBuilt: true },
  { step: 'merge-task', task: 'approved', isBuilt: true },
]

test.runIf(isLong).for(lengthOf({ daily: places, soak: [...places, ...otherPlaces] }))(
  'a run that an earlier version left at $step, its task $task, completes',
  (place) => expectCompletes(server, at, place),
)

test('a run that an earlier version parked goes on by a decision: approved', () =>
  expectDecided(server, at, ['approved', 'completed', 'done']))

test.runIf(isSoak)('a run that an earlier version parked goes on by a decision: denied', () =>
  expectDecided(server, at, ['denied', 'failed', 'failed']),
)
