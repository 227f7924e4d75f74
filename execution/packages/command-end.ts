import { storableText } from '../../platform/validation/storable-text.ts'
import type { Outcome } from '../sandbox/index.ts'

/** Whether a command passed. One that is missing, or was stopped at a limit, could not run. */
export type CommandOutcome = 'passed' | 'failed' | 'could_not_run'

interface CommandEnd {
  readonly exitCode: number | null
  readonly stoppedBy?: string | undefined
}

const notFound = [126, 127]
const logMostChars = 16_384

/** A command that is missing, or was stopped at a limit, could not run; that is no verdict on the code. */
export const outcomeOf = ({ exitCode, stoppedBy }: CommandEnd): CommandOutcome => {
  if (stoppedBy || exitCode === null || notFound.includes(exitCode)) return 'could_not_run'
  return exitCode === 0 ? 'passed' : 'failed'
}

/** The end of the output, as PostgreSQL's text can hold it: without NUL and half surrogate pairs. */
export const logOf = ({ stdout, stderr }: Pick<Outcome, 'stdout' | 'stderr'>): string =>
  [stdout, stderr]
    .map((text) => storableText(text.trimEnd()))
    .filter((text) => text !== '')
    .join('\n')
    .slice(-logMostChars)
    .toWellFormed()
