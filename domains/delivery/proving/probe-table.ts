import type { Finding } from '../../../packages/verdict/index.ts'
import {
  judgeIdentity,
  judgeTraps,
  planIdentity,
  planTraps,
  readIdentities,
  readTraps,
  type NotProbed,
  type ProbeRun,
  type ProbesInThread,
  type TrialSubject,
} from '../../../execution/probes/index.ts'
import { sentence } from '../sentences/index.ts'

/** The input of a probe: a check of a change, and runs in fresh files of both its commits. */
interface ProbeLab {
  readonly subject: TrialSubject
  /** The time of the check over the change. */
  readonly checkMs: number
  readonly inThread: ProbesInThread
  /** The result of a run; undefined without one. */
  run(commit: 'base' | 'change', run: ProbeRun): Promise<string | undefined>
}

type Examination = (lab: ProbeLab) => Promise<readonly Finding[] | NotProbed>

const identity: Examination = async ({ subject, run }) => {
  const plan = planIdentity(subject)
  if ('notProbed' in plan) return plan
  const found = readIdentities((await run('change', plan)) ?? '')
  if (found.replaced.size === 0) {
    if (!found.isWhole) return { notProbed: sentence('probe_loading_unfinished') }
    return found.loadedCount > 0 ? [] : { notProbed: sentence('probe_nothing_loaded') }
  }
  const base = readIdentities((await run('base', plan)) ?? '')
  return judgeIdentity(subject, found, base.isWhole ? base : undefined)
}

const traps: Examination = async ({ subject, run }) => {
  const plan = planTraps(subject)
  if ('notProbed' in plan) return plan
  const found = readTraps((await run('change', plan)) ?? '')
  if (!found.isBegun) return { notProbed: sentence('probe_no_traps') }
  if (judgeTraps(subject, found, undefined).length === 0) return []
  return judgeTraps(subject, found, readTraps((await run('base', plan)) ?? ''))
}

const mutants: Examination = async ({ subject: { newTests, tests, ...rest }, inThread, run }) => {
  const isNew = (path: string) => newTests.some((file) => file.path === path)
  const subject = { ...rest, tests: [...newTests, ...tests.filter(({ path }) => !isNew(path))] }
  const plan = await inThread.planMutants(subject)
  if ('notProbed' in plan) return plan
  const found = await inThread.judgeMutants({ subject, result: await run('change', plan) })
  if ('notProbed' in found || found.length === 0) return found
  const base = await inThread.judgeMutants({ subject, result: await run('base', plan) })
  const known = new Set('notProbed' in base ? [] : base.map(keyOf))
  return found.filter((finding) => !known.has(keyOf(finding)))
}

const keyOf = ({ kind, path, line, reason }: Finding) => JSON.stringify([kind, path, line, reason])

const inputsCheckMostMs = 60_000

const inputs: Examination = async ({ subject, checkMs, inThread, run }) => {
  if ((subject.healed ?? []).length === 0) return { notProbed: sentence('probe_no_healed_test') }
  if (checkMs > inputsCheckMostMs) return { notProbed: sentence('probe_check_too_long') }
  const plan = await inThread.planInputs(subject)
  if ('notProbed' in plan) return plan
  const change = await run('change', plan)
  const base = [await run('base', plan), await run('base', plan)]
  return inThread.judgeInputs({ subject, base, change })
}

const replay: Examination = async ({ subject, checkMs, inThread, run }) => {
  const input = { ...subject, budgetMs: budgetOf(checkMs) + compileMs(subject, checkMs) }
  const plan = await inThread.planReplay({ subject: input })
  if ('notProbed' in plan) return plan
  const result = await run('change', plan)
  const found = await inThread.judgeReplay({ subject: input, result })
  if ('notProbed' in found || found.length === 0) return found
  const again = await inThread.planReplay({ subject: input, result: result ?? '' })
  const base = 'notProbed' in again ? undefined : await run('base', again)
  return inThread.judgeReplay({ subject: input, result, base })
}

const leastMs = 10_000

/** Milliseconds for a probe. A part that is not tried asks, and takes two or three runs of the tests, which short ones get. */
const budgetOf = (checkMs: number) => Math.max(2 * leastMs, checkMs, Math.min(4 * checkMs, 4 * leastMs))

/** The first run of Go in fresh files compiles the standard library as well, as the check did. */
const compileMs = ({ runner }: TrialSubject, checkMs: number) => (runner === 'go' ? checkMs : 0)

/** The probes of a change by name, in the order in which they run. */
export const probes: Readonly<Record<string, Examination>> = { identity, traps, mutants, inputs, replay }
