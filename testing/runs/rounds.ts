import { expect } from 'vitest'
import { createAgent } from '../../domains/agents/agents/contract.ts'
import type { Pipeline } from '../../domains/agents/agents/rules.ts'
import { updateProject } from '../../domains/code/projects/contract.ts'
import { getCycleRunDiagnostics } from '../../domains/delivery/runs/contract.ts'
import { getTaskReviewEvidence } from '../../domains/delivery/review/contract.ts'
import { library, mergingChecked, propose } from '../delivery.ts'
import type { FakeProvider, Turn } from '../model-provider/index.ts'
import { bundleOf, importProject } from '../repository.ts'
import { runUntilAsked } from './requests.ts'
import { scene } from '../scene.ts'
import { playScript } from './scripted-cycle.ts'
import { turns } from './scripted-turns.ts'
import type { TestServer } from '../server.ts'

export const twice = 'export const sum = (a, b) => a + b\nexport const twice = (a) => 2 * a\n'
export const testsOf = (assertion: string) =>
  `import assert from 'node:assert'\nimport test from 'node:test'\nimport { sum, twice } from './sum.js'\ntest('adds', () => assert.equal(sum(1, 2), 3))\ntest('doubles', () => ${assertion})\n`
export const writesCode = [turns.write('sum.js', twice), turns.end('Add twice')]
export const writesTests = [turns.write('sum.test.js', testsOf('assert.equal(twice(3), 6)')), turns.end('Test twice')]
export const writesPage = [turns.write('README.md', '`twice(a)` is the double of `a`.\n'), turns.end('Document twice')]

interface RoundsInput {
  readonly pipeline: Pipeline
  /** Files of the project; its check runs no tests by default. */
  readonly files?: typeof library
  readonly maxRevisions?: number
  readonly costCapUsd?: number
  prepare?(owner: Awaited<ReturnType<typeof scene>>['owner']): Promise<unknown>
}

/** Runs a cycle of a project whose agent has a pipeline, over a script, until it ends or asks. */
export const runRounds = async (
  server: TestServer,
  provider: FakeProvider,
  { pipeline, files = library, maxRevisions = 0, prepare, ...rest }: RoundsInput,
  script: readonly Turn[],
) => {
  const at = await scene(server)
  const { projectId } = await importProject(at.owner, await bundleOf(files))
  const agent = { name: 'Ours', runtimeKind: 'native', pipeline, projectId }
  expect((await at.owner.call(createAgent, { body: agent })).status).toBe(201)
  const body = { runtime: mergingChecked, maxRevisions, ...rest }
  expect((await at.owner.call(updateProject, { id: projectId, body })).status).toBe(200)
  await prepare?.(at.owner)
  const { ended, requests } = await playScript(provider, script, async () =>
    runUntilAsked(at.owner, await propose(at.owner, projectId, 'Add twice, the double of a number.')),
  )
  const { body: evidence } = await at.owner.call(getTaskReviewEvidence, { id: ended.tasks[0].id as string })
  const diagnostics = await at.owner.call(getCycleRunDiagnostics, { id: ended.cycle.id as string })
  const steps = (diagnostics.body.steps as { name: string }[]).map(({ name }) => name).toReversed()
  return {
    cycle: ended.cycle as { readonly status: string },
    request: ended.request as { readonly reasons: readonly object[] },
    at,
    requests,
    evidence,
    steps: steps.filter((name) => /^(build|lint|test|secure|document|check|review)-task$/.test(name)),
  }
}

/** The files that the change touches. */
export const pathsOf = ({ evidence }: Awaited<ReturnType<typeof runRounds>>) =>
  (evidence.files as { path: string }[]).map(({ path }) => path).toSorted()
/** The result of each round. */
export const roundsOf = ({ evidence }: Awaited<ReturnType<typeof runRounds>>) =>
  (evidence.rounds as { round: string; outcome: string }[]).map(({ round, outcome }) => `${round} ${outcome}`)
