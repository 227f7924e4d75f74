import type { Case } from './case.ts'

export interface Finding {
  readonly kind: string
  readonly level: string
  readonly path?: string
  readonly line?: number
  readonly message?: string
}

/** The product's result of a case, before any person decided. */
export interface Outcome {
  /** The verdict in the words of the server; `none` without a review. */
  readonly verdict: string
  readonly end: 'merged' | 'asked' | 'refused' | 'broken'
  readonly findings: readonly Finding[]
  readonly reasons: readonly string[]
  /** The codes of the reasons for which a person decides. */
  readonly asked?: readonly string[]
  /** Whether a change that waits may be approved together with others, with its lines on the screen. */
  readonly isTogether?: boolean
  /** The outcome of each acceptance test and each test of the examiner. */
  readonly told?: readonly string[]
  /** The outcome of each probe, with the reason of one that did not run. */
  readonly probes?: readonly string[]
  /** Phase, name and outcome of each check. */
  readonly checks: readonly string[]
  /** The ends of the logs of checks that did not pass. */
  readonly printed: readonly string[]
  readonly tookMs: number
  /** The time of the checks over the change, and that of the probes. */
  readonly testsMs?: number
  readonly probesMs?: number
}

/** Whether a finding names what a person has to look at. */
export const hasFinding = ({ findings }: Outcome): boolean => findings.some(({ level }) => level !== 'note')

const untried = ['hunk_not_tried', 'replay_not_finished']

/** True if a person is asked because a trial of the change had no time: on a quiet machine it may end otherwise. */
export const isLate = ({ findings }: Outcome): boolean =>
  findings.some(({ kind, level }) => level !== 'note' && untried.includes(kind))

export interface Row {
  readonly one: Case
  /** Undefined if a program is missing, or the run was stopped. */
  readonly outcome: Outcome | undefined
}
