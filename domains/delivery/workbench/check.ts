import type { CheckRow } from '../checks/index.ts'
import type { CoverageFormat, ReportFormat } from '../../../packages/verdict/index.ts'

export interface Check {
  readonly name: string
  readonly command: string
  /** The file in which it leaves a report of its tests. */
  readonly report?: { readonly path: string; readonly format: ReportFormat } | undefined
  /** The file in which it leaves its coverage. */
  readonly coverage?: { readonly path: string; readonly format: CoverageFormat } | undefined
  /** Names of secrets for its command, beside the secrets of the run's environments. */
  readonly secrets?: readonly string[] | undefined
  /** Patterns of files that it leaves and that are kept. */
  readonly artifacts?: readonly string[] | undefined
  /** How long its command may take; by default as long as any command of the sandbox. */
  readonly wallMs?: number | undefined
}

/** The name under which the setup is kept beside the checks. */
export const setupName = 'setup'

/** The row of a check that was not run, and why. */
export const notRun = (phase: CheckRow['phase'], { name, command }: Check, log: string): CheckRow => ({
  name,
  command,
  phase,
  outcome: 'could_not_run',
  exitCode: null,
  stoppedBy: null,
  durationMs: 0,
  log,
  report: null,
  coverage: null,
})

/** The checks with names that differ from one another and from the setup's: names identify the rows. */
export const withUniqueNames = (checks: readonly Check[]): readonly Check[] => {
  const taken = new Set([setupName])
  return checks.map(({ name: given, ...check }) => {
    let name = given
    for (let number = 2; taken.has(name); number += 1) name = `${given} ${number}`
    taken.add(name)
    return { name, ...check }
  })
}
