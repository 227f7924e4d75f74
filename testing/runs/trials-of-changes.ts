import { judgeBodies, judgeHunks, judgeReplay, planBodies, planHunks, planReplay } from '../../execution/probes/pure.ts'
import type { TimedSubject } from '../../execution/probes/trials/trial.ts'
import { isTestPath } from '../../execution/test-changes/index.ts'
import type { Tree } from '../repositories/recorded-changes.ts'
import { runOver } from './probe-run.ts'

const nonce = 'k3x9q7'

interface TriedChange {
  readonly command: string
  readonly runner: string
  readonly before: Tree
  /** Files that the change adds or replaces; without a text, it deletes the file. */
  readonly change: Readonly<Record<string, string | undefined>>
  readonly budgetMs?: number
}

/** The subject of the trials of a change. */
export const trialSubject = ({ command, runner, before, change, budgetMs = 60_000 }: TriedChange): TimedSubject => {
  const paths = Object.keys(change)
  const filesOf = (tree: TriedChange['change'], of: readonly string[]) =>
    of.flatMap((path) => (tree[path] === undefined ? [] : [{ path, text: tree[path] }]))
  const product = paths.filter((path) => !isTestPath(path))
  return {
    command,
    runner,
    nonce,
    budgetMs,
    changed: filesOf(change, product),
    before: filesOf(
      before,
      product.filter((path) => change[path] !== undefined),
    ),
    deleted: filesOf(
      before,
      product.filter((path) => change[path] === undefined),
    ),
    tests: [],
    newTests: filesOf(change, paths.filter(isTestPath)),
    acceptance: [],
  }
}

/** Findings of emptied functions and of undone hunks over a change, each as `kind level path:line reason`. */
export const triedChange = (
  input: TriedChange,
): { readonly bodies: readonly string[]; readonly hunks: readonly string[] } => {
  const subject = trialSubject(input)
  const tree = Object.fromEntries(
    Object.entries({ ...input.before, ...input.change }).flatMap(([path, text]) =>
      text === undefined ? [] : [[path, text]],
    ),
  )
  const found = (plan: typeof planBodies, judge: typeof judgeBodies) => {
    const planned = plan(subject)
    if ('notProbed' in planned) return [planned.notProbed]
    const judged = judge({ subject, result: runOver(tree, planned).result })
    if ('notProbed' in judged) return [judged.notProbed]
    return judged.map(
      ({ level, path, line, reason }) => `${level} ${path}${line === undefined ? '' : `:${line}`} ${reason}`,
    )
  }
  return { bodies: found(planBodies, judgeBodies), hunks: found(planHunks, judgeHunks) }
}

/** Findings of calls of new tests that are made again outside of them. */
export const replayedChange = (input: TriedChange): readonly string[] => {
  const subject = trialSubject(input)
  const { before, change } = input
  const planned = planReplay({ subject })
  if ('notProbed' in planned) return [planned.notProbed]
  const after = Object.entries({ ...before, ...change }).flatMap(([path, text]) =>
    text === undefined ? [] : [[path, text]],
  )
  const { result } = runOver(Object.fromEntries(after), planned)
  const first = judgeReplay({ subject, result })
  if ('notProbed' in first || first.length === 0) return 'notProbed' in first ? [first.notProbed] : []
  const again = planReplay({ subject, result })
  const base = 'notProbed' in again ? undefined : runOver(before, again).result
  const judged = judgeReplay({ subject, result, base })
  return 'notProbed' in judged
    ? [judged.notProbed]
    : judged.map(({ level, path, line, reason }) => `${level} ${path}:${line} ${reason}`)
}
