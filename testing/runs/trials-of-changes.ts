import { judgeAccounts } from '../../execution/probes/index.ts'
import { judgeReplay, planAccounts, planReplay } from '../../execution/probes/pure.ts'
import type { TimedSubject } from '../../execution/probes/probe.ts'
import { isTestPath } from '../../packages/verdict/index.ts'
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
  /** Tests of a person. */
  readonly given?: Readonly<Record<string, string>>
  readonly request?: string
}

/** The subject of the trials of a change. */
export const trialSubject = ({ command, runner, change, budgetMs = 60_000 }: TriedChange): TimedSubject => {
  const paths = Object.keys(change)
  const filesOf = (of: readonly string[]) =>
    of.flatMap((path) => (change[path] === undefined ? [] : [{ path, text: change[path] }]))
  return {
    command,
    runner,
    nonce,
    budgetMs,
    changed: filesOf(paths.filter((path) => !isTestPath(path))),
    tests: [],
    newTests: filesOf(paths.filter(isTestPath)),
    acceptance: [],
  }
}

/** The parts of a change with their accounts, each as `account reason path:line text`. */
export const accountedChange = async (input: TriedChange): Promise<readonly string[]> => {
  const { before, change, command, runner, budgetMs = 60_000, given = {}, request = '' } = input
  const paths = Object.keys(change)
  const tests = paths.filter(isTestPath)
  const textsOf = (tree: TriedChange['change'], of: readonly string[]) =>
    of.flatMap((path) => (tree[path] === undefined ? [] : [{ path, text: tree[path] }]))
  const files = paths.map((path) => ({
    path,
    kind: before[path] === undefined ? 'added' : change[path] === undefined ? 'deleted' : 'modified',
    modeAfter: '100644',
    before: before[path],
    after: change[path],
  }))
  const planned = await planAccounts({
    change: {
      files,
      newTests: tests.filter((path) => before[path] === undefined),
      judgedElsewhere: [],
      notElsewhere: [],
    },
    request,
    tests: [
      {
        check: 'test',
        command,
        runner,
        given: textsOf(given, Object.keys(given)),
        base: textsOf(before, Object.keys(before).filter(isTestPath)),
        own: textsOf(change, tests),
      },
    ],
    nonce,
    budget: { busyMs: budgetMs, mostMs: budgetMs },
  })
  const tree = Object.fromEntries(
    textsOf({ ...before, ...change }, Object.keys({ ...before, ...change })).map(({ path, text }) => [path, text]),
  )
  const result = planned.run && runOver(tree, planned.run).result
  return judgeAccounts(planned, result, nonce).map(
    ({ account, reason, untold, isUntriedFailure, path, line, added, removed }) => {
      if (untold) return `${account} ${reason} ${path}:${line} ${untold.is} → ${untold.other} in ${untold.line}`
      const why = isUntriedFailure ? ' failure' : reason === undefined ? '' : ` ${reason}`
      return `${account}${why} ${path}:${line} ${[removed, added].filter((text) => text !== '').join(' → ')}`
    },
  )
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
