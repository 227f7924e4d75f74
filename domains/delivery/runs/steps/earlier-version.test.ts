import { test } from 'vitest'
import { expectCompletes, expectDecided, type EarlierStep } from '../../../../testing/earlier-runs.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'

const server = await testServer()
const at = await scene(server)

// Sent back once, and merged already; all other places are in earlier-version.soak.test.ts.
const places: readonly EarlierStep[] = [
  { step: 'build-task', payload: { reworks: 1, feedback: ['More.'] }, task: 'building', isBuilt: true },
  { step: 'prepare-delivery', payload: { tries: 0 }, task: 'merged', isBuilt: true, isMerged: true },
]

test.for(places)('a run that an earlier version left at $step, its task $task, completes', (place) =>
  expectCompletes(server, at, place),
)

test('a run that an earlier version parked goes on by a decision: approved', () =>
  expectDecided(server, at, ['approved', 'completed', 'done']))
