import { judgeInputs, planInputs } from '../../execution/probes/pure.ts'
import { runOver } from '../runs/probe-run.ts'

export type Tree = Readonly<Record<string, string>>

/** Mark of the copies and records of these runs. */
const nonce = 'k3x9q7'

/** Records a tree twice with altered inputs, and gives the judge of changes of it. */
export const recordedBase = (
  command: string,
  runner: string,
  base: Tree,
  isTest = (path: string) => path.includes('test'),
) => {
  const files = Object.entries(base).map(([path, text]) => ({ path, text }))
  const subject = {
    command,
    runner,
    nonce,
    changed: files.filter(({ path }) => !isTest(path)),
    tests: files.filter(({ path }) => isTest(path)),
  }
  const plan = planInputs(subject)
  if ('notProbed' in plan) throw new Error(plan.notProbed)
  const recorded = (tree: Tree) => runOver(tree, plan).result
  const recordings = [recorded(base), recorded(base)]
  return (change: Tree) => {
    const judged = judgeInputs({ subject, base: recordings, change: recorded({ ...base, ...change }) })
    return 'notProbed' in judged ? judged.notProbed : judged.map(({ kind, line, reason }) => ({ kind, line, reason }))
  }
}

export const kindsOf = (judged: string | readonly { readonly kind: string }[]) =>
  typeof judged === 'string' ? judged : [...new Set(judged.map(({ kind }) => kind))]
