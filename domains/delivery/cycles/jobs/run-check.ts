import type { Outcome, Sandbox } from '../../../../execution/sandbox/index.ts'
import { setupFolder } from '../../../../execution/setup/index.ts'
import type { CheckRow } from '../../tasks/index.ts'
import { outcomeOf } from '../checks.ts'

const logMostChars = 16_384

// Programs of packages: of npm and its like, of pip, of uv.
const installed = ['node_modules/.bin', `${setupFolder}/python/bin`, `${setupFolder}/environment/bin`]
  .map((folder) => `$PWD/${folder}`)
  .join(':')

/** Runs one command of the project, with the programs that it has installed on its path. */
export const runCheck = async (
  sandbox: Sandbox,
  signal: AbortSignal,
  check: Pick<CheckRow, 'name' | 'command' | 'phase'>,
): Promise<CheckRow> => {
  const script = `PATH="${installed}:$PATH"; export PATH; ${check.command}`
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
export const logOf = ({ stdout, stderr }: Outcome): string =>
  [stdout, stderr]
    .map((text) => text.trimEnd().replaceAll('\0', '\uFFFD'))
    .filter((text) => text !== '')
    .join('\n')
    .slice(-logMostChars)
    .toWellFormed()
