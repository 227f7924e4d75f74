import type { Outcome, Sandbox } from '../../../execution/sandbox/index.ts'
import type { EffectContext } from '../../../platform/jobs/index.ts'
import type { CheckRow } from '../../tasks/index.ts'
import { type Check, outcomeOf } from '../checks.ts'
import { inSandbox } from './sandboxed.ts'
import type { CycleParts } from './parts.ts'
import type { Work } from './work.ts'

const logMostChars = 16_384
const setupName = 'setup'

interface Asked {
  readonly commit: string
  readonly phase: CheckRow['phase']
  readonly checks: readonly Check[]
}

/** Sets the files of a commit up and runs the project's checks over them, in one sandbox, one after the other. */
export const runChecks = (parts: CycleParts, context: EffectContext, work: Work, asked: Asked): Promise<CheckRow[]> => {
  const { setup } = work.project.runtime
  if (asked.checks.length === 0 && !setup) return Promise.resolve([])
  const allowHosts = setup ? parts.egressHosts : []
  return inSandbox(parts, context, work, { commit: asked.commit, allowHosts }, async ({ sandbox }) => {
    const rows: CheckRow[] = []
    if (setup) rows.push(await runOne(sandbox, context, asked.phase, { name: setupName, command: setup }))
    const unset = rows.some(({ outcome }) => outcome !== 'passed')
    for (const check of asked.checks) {
      rows.push(unset ? notSetUp(asked.phase, check) : await runOne(sandbox, context, asked.phase, check))
    }
    return rows
  })
}

const runOne = async (
  sandbox: Sandbox,
  { signal }: EffectContext,
  phase: CheckRow['phase'],
  check: Check,
): Promise<CheckRow> => {
  const path = `PATH="$PWD/node_modules/.bin:$PATH"; export PATH; `
  const ended = await sandbox.run({ argv: ['sh', '-c', path + check.command], environment: { CI: 'true' }, signal })
  signal.throwIfAborted()
  return {
    ...check,
    phase,
    outcome: outcomeOf(ended),
    exitCode: ended.exitCode,
    stoppedBy: ended.stoppedBy ?? null,
    durationMs: Math.round(ended.durationMs),
    log: logOf(ended),
  }
}

const notSetUp = (phase: CheckRow['phase'], check: Check): CheckRow => ({
  ...check,
  phase,
  outcome: 'could_not_run',
  exitCode: null,
  stoppedBy: null,
  durationMs: 0,
  log: 'Not run, because the setup command failed.',
})

/** The end of what was printed, as PostgreSQL's text can hold it: without NUL and half surrogate pairs. */
const logOf = ({ stdout, stderr }: Outcome) =>
  [stdout, stderr]
    .map((text) => text.trimEnd().replaceAll('\0', '\uFFFD'))
    .filter((text) => text !== '')
    .join('\n')
    .slice(-logMostChars)
    .toWellFormed()
