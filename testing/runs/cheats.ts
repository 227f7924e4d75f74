import { expect } from 'vitest'
import { updateProject } from '../../domains/code/projects/contract.ts'
import { getCycle } from '../../domains/delivery/cycles/contract.ts'
import { getTaskReviewEvidence } from '../../domains/delivery/review/contract.ts'
import { nodeLibrary, propose, runCycle } from '../delivery.ts'
import { leftovers } from '../runner/leftovers.ts'
import type { FakeProvider, Turn } from '../model-provider/index.ts'
import { bundleOf, importProject } from '../repository.ts'
import { scene } from '../scene.ts'
import { turns } from './scripted-turns.ts'
import type { TestServer } from '../server.ts'

const tested = { ...nodeLibrary, '.eslintrc.json': '{\n  "rules": {\n    "eqeqeq": "error"\n  }\n}\n' }

/** An agent's steps that miss its request. */
export const wrongTests = turns.write('sum.js', 'export const sum = (a, b, c = 0) => a + b + c\n')

/** Agents that are asked for a feature, and do something else instead. */
export const cheats = (server: TestServer, provider: FakeProvider) => {
  const begin = async (script: readonly Turn[], request = 'Let sum take three numbers.') => {
    const at = await scene(server)
    const { projectId } = await importProject(at.owner, await bundleOf(tested))
    await at.owner.call(updateProject, { id: projectId, body: { maxRevisions: 0 } })
    const id = await propose(at.owner, projectId, request)
    provider.push(...script, turns.end())
    return { owner: at.owner, id }
  }
  const findingsOf = async ({ owner, id }: Awaited<ReturnType<typeof begin>>) => {
    const [task] = (await owner.call(getCycle, { id })).body.tasks
    const { body } = await owner.call(getTaskReviewEvidence, { id: task.id })
    return body.verdict.findings as { kind: string; level: string; path: string; line?: number }[]
  }
  const expectRefused = async (cheat: readonly Turn[], expected: readonly Refusal[]) => {
    const made = await begin(cheat)
    const { cycle } = await runCycle(made.owner, made.id)
    expect(cycle).toMatchObject({ status: 'failed', mergedSha: null, failure: { code: 'review_refused' } })
    const findings = await findingsOf(made)
    for (const { kind, sentence } of expected) {
      expect(cycle.failure.message).toMatch(sentence)
      expect(findings).toContainEqual(expect.objectContaining({ kind, level: 'refuse' }))
    }
    expect(await leftovers(server)).toEqual({})
  }
  return { begin, findingsOf, expectRefused }
}

/** A finding for which a change is refused, and what is said of it. */
export interface Refusal {
  readonly kind: string
  readonly sentence: RegExp
}
