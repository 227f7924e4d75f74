import { randomBytes } from 'node:crypto'
import type { Masking } from '../../../execution/masking/index.ts'
import { logOf, outcomeOf, programsPath } from '../../../execution/packages/index.ts'
import { askScriptForReport, goOutput, runsScript, withScripts } from '../../../packages/verdict/index.ts'
import { watches, watchesSentence } from '../../../execution/setup/index.ts'
import { type Sandbox, worktreePath } from '../../../execution/sandbox/index.ts'
import { type Services, withServices } from '../../../execution/databases/index.ts'
import { jsonObject } from '../../../packages/foreign-json/index.ts'
import type { CheckReport, CheckRow } from '../checks/index.ts'
import { notRun, type Check } from './check.ts'
import { coverageOf, type Measuring } from './read-coverage.ts'
import { collectOutput, printedReport, reportAt, reportOf, type ExpectedReport } from './test-report.ts'

interface CheckRun {
  readonly check: Check & Pick<CheckRow, 'phase'>
  /** Variables only for this command. */
  readonly secrets: Readonly<Record<string, string>>
  readonly masking: Masking
  /** The check whose coverage is read; without it none is. */
  readonly measuring?: Measuring | undefined
  /** The environment of only its command. */
  readonly services: Services
}

// The kernel takes the time of a file from a clock that ticks 100 times a second or more.
const tickMs = 10

/** A time that is not after that of a file which is written from now on. */
export const modifiedSinceMs = (): number => Date.now() - tickMs

/** Runs one command of the project, with the programs that it has installed on its path, and reads its reports. */
export const runCheck = async (
  sandbox: Sandbox,
  signal: AbortSignal,
  { check, secrets, masking, measuring, services }: CheckRun,
): Promise<CheckRow> => {
  const { name, command, phase, report: declared } = check
  const path = sandbox.path(`/tmp/atelier-report-${randomBytes(8).toString('hex')}`)
  const scripts = await scriptsOf(sandbox, signal, command)
  if (watches(withScripts(command, scripts))) return notRun(phase, check, watchesSentence)
  const asked = declared ? undefined : askScriptForReport(command, scripts, path)
  const wanted: ExpectedReport | undefined = declared
    ? { runner: declared.format, format: declared.format, from: 'file', path: declared.path, isPattern: true }
    : asked && { ...asked, path, isPattern: false }
  if (declared) await reportAt(sandbox, signal, declared.path, 'remove')
  const output = collectOutput(wanted?.from !== 'file')
  const sinceMs = modifiedSinceMs()
  const script = `${programsPath}; ${asked?.command ?? command}`
  const ended = await withServices(sandbox, services).run({
    argv: ['sh', '-c', script],
    environment: { ...secrets, CI: 'true' },
    mask: masking.stream,
    ...(check.wallMs !== undefined && { wallMs: check.wallMs }),
    signal,
    onOutput: output.add,
  })
  signal.throwIfAborted()
  const outcome = outcomeOf(ended)
  const isRead = outcome !== 'could_not_run'
  const root = sandbox.path(worktreePath)
  const read = () =>
    wanted ? reportOf(sandbox, signal, wanted, output, root) : printedReport(sandbox, signal, output, root)
  const report = isRead ? await read() : null
  const measured = { check, command: withScripts(command, scripts), asked: asked?.coverage, sinceMs, masking }
  return {
    name,
    command,
    phase,
    outcome,
    exitCode: ended.exitCode,
    stoppedBy: ended.stoppedBy ?? null,
    durationMs: Math.round(ended.durationMs),
    log: logOf(wanted?.format === 'go' ? { ...ended, stdout: masking.text(readable(ended.stdout)) } : ended),
    report: report ? masked(report, masking) : null,
    coverage: measuring && isRead ? await coverageOf(sandbox, signal, { ...measured, measuring }) : null,
  }
}

const manifestMostChars = 2 ** 20

/** The scripts of package.json if a command runs one, read at that time: a change may use another runner. */
const scriptsOf = async (sandbox: Sandbox, signal: AbortSignal, command: string) => {
  if (!runsScript(command)) return {}
  const text = (await reportAt(sandbox, signal, 'package.json', 'read', false)) ?? ''
  const scripts = text.length <= manifestMostChars ? jsonObject(text)?.scripts : undefined
  return (scripts ?? {}) as Readonly<Record<string, unknown>>
}

const masked = ({ tests, fault, ...report }: CheckReport, { text }: Masking): CheckReport => ({
  ...report,
  tests: tests.map(({ message, ...test }) => ({
    ...test,
    file: text(test.file),
    name: text(test.name),
    ...(message !== undefined && { message: text(message) }),
  })),
  ...(fault !== undefined && { fault: text(fault) }),
})

const readable = (stdout: string) => {
  try {
    return goOutput(stdout)
  } catch {
    return stdout
  }
}
