import { test } from 'vitest'
import { expectCompletes, expectDecided, type EarlierStep } from '../../../../testing/earlier-runs.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const server = await testServer()
const at = await scene(server)

const places: readonly EarlierStep[] = [
  { step: 'check-base', task: 'queued', isBuilt: false },
  { step: 'build-task', payload: { reworks: 0 }, task: 'building', isBuilt: false },
  { step: 'check-task', payload: { reworks: 0 }, task: 'testing', isBuilt: true },
  { step: 'review-task', payload: { reworks: 0 }, task: 'reviewing', isBuilt: true },
  { step: 'merge-task', task: 'approved', isBuilt: true },
]

test.for(places)('a run that an earlier version left at $step, its task $task, completes', (place) =>
  expectCompletes(server, at, place),
)

test('a run that an earlier version parked goes on by a decision: denied', () =>
  expectDecided(server, at, ['denied', 'failed', 'failed']))
