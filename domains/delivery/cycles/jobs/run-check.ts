import { randomBytes } from 'node:crypto'
import type { Masking } from '../../../../execution/masking/index.ts'
import { askForReport, askScriptForReport, goOutput, runsScript } from '../../../../execution/reports/index.ts'
import { type Outcome, type Sandbox, worktreePath } from '../../../../execution/sandbox/index.ts'
import { jsonObject, setupFolder } from '../../../../execution/setup/index.ts'
import { storableText } from '../../../../platform/db/storable-text.ts'
import type { CheckReport, CheckRow } from '../../tasks/index.ts'
import { type Check, outcomeOf } from '../checks.ts'
import { collectOutput, reportAt, reportOf, type Wanted } from './test-report.ts'

const logMostChars = 16_384

// Programs of packages: of npm and its like, of pip, of uv.
const installed = ['node_modules/.bin', `${setupFolder}/python/bin`, `${setupFolder}/environment/bin`]
  .map((folder) => `$PWD/${folder}`)
  .join(':')

interface CheckRun {
  readonly check: Check & Pick<CheckRow, 'phase'>
  /** Variables that this one command gets. */
  readonly secrets: Readonly<Record<string, string>>
  readonly masking: Masking
}

/** Runs one command of the project, with the programs that it has installed on its path, and reads what it reports. */
export const runCheck = async (
  sandbox: Sandbox,
  signal: AbortSignal,
  { check, secrets, masking }: CheckRun,
): Promise<CheckRow> => {
  const { name, command, phase, report: declared } = check
  const path = sandbox.path(`/tmp/atelier-report-${randomBytes(8).toString('hex')}`)
  const asked = declared ? undefined : await askedIn(sandbox, signal, command, path)
  const wanted: Wanted | undefined = declared
    ? { runner: declared.format, format: declared.format, from: 'file', path: declared.path, isPattern: true }
    : asked && { ...asked, path, isPattern: false }
  if (declared) await reportAt(sandbox, signal, declared.path, 'remove')
  const output = collectOutput(wanted?.from === 'output')
  const script = `PATH="${installed}:$PATH"; export PATH; ${asked?.command ?? command}`
  const ended = await sandbox.run({
    argv: ['sh', '-c', script],
    environment: { ...secrets, CI: 'true' },
    mask: masking.stream,
    signal,
    onOutput: output.add,
  })
  signal.throwIfAborted()
  const outcome = outcomeOf(ended)
  const root = sandbox.path(worktreePath)
  return {
    ...{ name, command, phase, outcome },
    exitCode: ended.exitCode,
    stoppedBy: ended.stoppedBy ?? null,
    durationMs: Math.round(ended.durationMs),
    log: logOf(wanted?.format === 'go' ? { ...ended, stdout: masking.text(readable(ended.stdout)) } : ended),
    report:
      wanted && outcome !== 'could_not_run'
        ? masked(await reportOf(sandbox, signal, wanted, output, root), masking)
        : null,
  }
}

const manifestMostChars = 2 ** 20

/** The command with a report asked for. A script is looked up where it runs: a change may give it another runner. */
const askedIn = async (sandbox: Sandbox, signal: AbortSignal, command: string, path: string) => {
  if (!runsScript(command)) return askForReport(command, path)
  const text = (await reportAt(sandbox, signal, 'package.json', 'read', false)) ?? ''
  const scripts = text.length <= manifestMostChars ? jsonObject(text)?.scripts : undefined
  return askScriptForReport(command, (scripts ?? {}) as Readonly<Record<string, unknown>>, path)
}

const masked = ({ tests, fault, ...report }: CheckReport, { text }: Masking): CheckReport => ({
  ...report,
  tests: tests.map((test) => ({ ...test, file: text(test.file), name: text(test.name) })),
  ...(fault !== undefined && { fault: text(fault) }),
})

const readable = (stdout: string) => {
  try {
    return goOutput(stdout)
  } catch {
    return stdout
  }
}

/** The end of what was printed, as PostgreSQL's text can hold it: without NUL and half surrogate pairs. */
export const logOf = ({ stdout, stderr }: Pick<Outcome, 'stdout' | 'stderr'>): string =>
  [stdout, stderr]
    .map((text) => storableText(text.trimEnd()))
    .filter((text) => text !== '')
    .join('\n')
    .slice(-logMostChars)
    .toWellFormed()
