import { expect } from 'vitest'
import { updateProject } from '../../domains/code/projects/contract.ts'
import { getProjectRevisionHead } from '../../domains/code/revisions/contract.ts'
import { getTaskReviewEvidence } from '../../domains/delivery/review/contract.ts'
import { fileBlock, nodeLibrary, propose } from '../delivery.ts'
import { bundleOf, importProject, type FileSpec } from '../repository.ts'
import { runUntilAsked } from './requests.ts'
import { scene } from '../scene.ts'
import type { TestServer } from '../server.ts'

export type Files = Readonly<Record<string, FileSpec>>

interface JudgedVerdict {
  readonly outcome: string
  readonly approved: boolean
  readonly provedBy: string[]
  readonly reasons: string[]
  readonly probes: { name: string; outcome: string; reason?: string; findings: number }[]
}

/** Runs whose change is judged once: by the results of its checks, and by the rules of its project. */
export const judging = (server: TestServer) => {
  const begin = async (files: Files, runtime: object = {}) => {
    const at = await scene(server)
    const { projectId, revisionId } = await importProject(at.owner, await bundleOf(files))
    await at.owner.call(updateProject, { id: projectId, body: { runtime, maxRevisions: 0 } })
    return { at, projectId, revisionId }
  }

  const runOn = async (begun: ReturnType<typeof begin>, description: string) => {
    const { at, projectId, revisionId } = await begun
    const { cycle, tasks, request } = await runUntilAsked(at.owner, await propose(at.owner, projectId, description))
    const { body } = await at.owner.call(getTaskReviewEvidence, { id: tasks[0].id as string })
    const head = await at.owner.call(getProjectRevisionHead, { id: projectId })
    return {
      at,
      cycle,
      request,
      task: tasks[0],
      isMerged: head.body.revisionId !== revisionId,
      verdict: body.verdict as JudgedVerdict | null,
      checks: body.checks as { phase: string; name: string; outcome: string; tests: object | null; log: string }[],
    }
  }

  const run = async (description: string, files: Files = nodeLibrary, runtime: object = {}) =>
    runOn(begin(files, runtime), description)

  return { begin, runOn, run }
}

export const testOf = (body: string) =>
  `import assert from 'node:assert'\nimport test from 'node:test'\nimport { sum } from './sum.js'\n${body}\n`
export const adds = "test('adds', () => assert.equal(sum(1, 2), 3))"
export const wrong = fileBlock('sum.js', 'export const sum = (a, b) => a - b\n')
export const suite = { ...nodeLibrary, 'more.test.js': testOf("test('adds zero', () => assert.equal(sum(1, 0), 1))") }

export type Cheat = readonly [string, string, Files, RegExp]
// Each of its test files runs in a process of its own.
export const apart = {
  ...nodeLibrary,
  'package.json': nodeLibrary['package.json'].replace(' --test-isolation=none', ''),
}

/** Nothing of a cheat is merged, by the policy for what is unverified neither: each begins from the same files. */
export const cheating = (server: TestServer) => {
  const { begin, runOn } = judging(server)
  const merging = { review: { shown: 'merge', checked: 'merge', unverified: 'merge' } }
  const begun = new Map<Files, ReturnType<typeof begin>>()
  const begunOnce = (files: Files) =>
    begun.get(files) ?? begun.set(files, begin(files, files === nodeLibrary ? merging : {})).get(files)!
  return async ([, description, files, reason]: Cheat) => {
    const { cycle, task, request, verdict, isMerged } = await runOn(begunOnce(files), description)
    expect([isMerged, verdict!.approved]).toEqual([false, false])
    expect([task.verdict, cycle.status]).toEqual(request ? ['unverified', 'blocked'] : ['refused', 'failed'])
    expect(verdict!.reasons.join(' ')).toMatch(reason)
    if (!request) return
    const reasons = request.reasons as { code: string; message: string }[]
    expect(reasons.map(({ message }) => message)).toEqual(verdict!.reasons)
    expect(reasons.map(({ code }) => code)).toContain('weakened')
  }
}
