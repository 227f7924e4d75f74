import { getTaskReviewEvidence } from '../../domains/delivery/review/contract.ts'
import { fileBlock, mergeProse, propose, runCycle } from '../delivery.ts'
import type { Scene } from '../scene.ts'

/** A check of a task: `base test passed`, and what it printed. */
export interface RanCheck {
  readonly is: string
  readonly log: string
}

/** Runs a cycle that writes one file, and gives how it ended with the files and checks of its task. */
export const deliverChecked = async (
  { owner }: Scene,
  projectId: string,
  path: string,
): Promise<{
  readonly status: string
  readonly files: readonly string[]
  readonly checks: readonly RanCheck[]
  /** Reasons of the verdict. */
  readonly reasons: readonly string[]
}> => {
  await mergeProse(owner)
  const { cycle, tasks } = await runCycle(owner, await propose(owner, projectId, fileBlock(path, 'x\n')))
  const { body } = await owner.call(getTaskReviewEvidence, { id: tasks[0].id as string })
  const checks = (body.checks as { phase: string; name: string; outcome: string; log: string }[]).map(
    ({ phase, name, outcome, log }) => ({ is: `${phase} ${name} ${outcome}`, log }),
  )
  const files = (body.files as { path: string }[]).map((file) => file.path)
  const { reasons = [] } = (body.verdict ?? {}) as { reasons?: readonly string[] }
  return { status: cycle.status as string, files, checks, reasons }
}

/** The checks of a change whose packages were set up and whose tests ran, on both sides. */
export const allPassed = ['base setup passed', 'base test passed', 'task setup passed', 'task test passed']
/** The same of a project in Go, whose build and lint are checks too. */
export const allPassedOfGo = ['base', 'task'].flatMap((side) =>
  ['build', 'lint', 'setup', 'test'].map((name) => `${side} ${name} passed`),
)
