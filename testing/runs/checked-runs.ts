import { getTaskReviewEvidence } from '../../domains/delivery/review/contract.ts'
import { fileBlock, nodeLibrary, propose, runCycle } from '../delivery.ts'
import { mergingProject } from '../repositories/merging-project.ts'
import type { FileSpec } from '../repository.ts'
import type { TestServer } from '../server.ts'

export const checkedWorld = (
  server: TestServer,
  files: Readonly<Record<string, FileSpec>> = nodeLibrary,
  runtime: object = {},
) => mergingProject(server, files, runtime)
type CheckedWorld = Awaited<ReturnType<typeof checkedWorld>>

/** Runs a cycle and gives what its checks said. */
export const runChecked = async ({ at, projectId }: CheckedWorld, description: string) => {
  const { cycle, tasks } = await runCycle(at.owner, await propose(at.owner, projectId, description))
  const { body } = await at.owner.call(getTaskReviewEvidence, { id: tasks[0].id as string })
  const checks = (body.checks ?? []) as {
    phase: string
    name: string
    outcome: string
    stoppedBy: string | null
    log: string
  }[]
  return { cycle, task: tasks[0], evidence: body, checks }
}

/** The name of a check, its phase and its outcome. */
export const outcomes = (checks: readonly { phase: string; name: string; outcome: string }[]) =>
  checks.map(({ phase, name, outcome }) => `${phase} ${name} ${outcome}`)

export const harmless = fileBlock('NOTES.md', 'Adds numbers.\n')
export const breaking = fileBlock('sum.js', 'export const sum = (a, b) => a - b\n')
/** The test of the library proves nothing any more. */
export const weaker = fileBlock('package.json', '{ "name": "sum", "type": "module", "scripts": { "test": "true" } }\n')
