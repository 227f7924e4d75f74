import type { Outcome, Sandbox } from '../../../../execution/sandbox/index.ts'
import type { CheckRow } from '../../tasks/index.ts'
import { outcomeOf } from '../checks.ts'

const logMostChars = 16_384

/** Runs one command of the project, with the programs that it has installed on its path. */
export const runCheck = async (
  sandbox: Sandbox,
  signal: AbortSignal,
  check: Pick<CheckRow, 'name' | 'command' | 'phase'>,
): Promise<CheckRow> => {
  const script = `PATH="$PWD/node_modules/.bin:$PATH"; export PATH; ${check.command}`
  const ended = await sandbox.run({ argv: ['sh', '-c', script], environment: { CI: 'true' }, signal })
  signal.throwIfAborted()
  return {
    ...check,
    outcome: outcomeOf(ended),
    exitCode: ended.exitCode,
    stoppedBy: ended.stoppedBy ?? null,
    durationMs: Math.round(ended.durationMs),
    log: logOf(ended),
  }
}

/** The end of what was printed, as PostgreSQL's text can hold it: without NUL and half surrogate pairs. */
const logOf = ({ stdout, stderr }: Outcome) =>
  [stdout, stderr]
    .map((text) => text.trimEnd().replaceAll('\0', '\uFFFD'))
    .filter((text) => text !== '')
    .join('\n')
    .slice(-logMostChars)
    .toWellFormed()
