import { stripVTControlCharacters } from 'node:util'

/** Lines that name a place in a program, close brackets of others, or belong to a table of coverage. */
const isPlace = (line: string) => /^(?:at |#|File ")| \| .{0,200}\|/.test(line) || !/[\p{L}\d]/u.test(line)

/** The last words of programs that ran others, and hints, which do not name the cause. */
const isClosing = (line: string) =>
  /^(?:\$ |make(?:\[\d+\])?: \*\*\*|\(See full trace|Tasks: TOP|As a reminder, you're using offline|error Command failed|info Visit|npm (?:error|ERR!) (?:A complete log|Lifecycle|code ELIFECYCLE)|\u2009?ELIFECYCLE|error: (?:test|could not compile|\d+ target)|FAIL$|exit status \d|\[INFO\] -*$|\[ERROR\] (?:$|-> \[|\[Help|To see the full|Re-run Maven|For more information|After correcting|mvn <)|\* (?:Try|Get more help)|> Run with --|BUILD FAILED|FAILURE: Build)/.test(
    line,
  )

/** Tools that build or resolve name the cause first, and what follows from it later. */
const causes =
  /^(?:go: |fatal: |rake aborted!|error(?:\[\w+\])?: |npm (?:error|ERR!) |\[ERROR\] |\* What went wrong:|[\w./-]+:\d+(?::\d+)?: (?:fatal )?error: |[\w./@-]+(?:\(\d+,\d+\):|:\d+:\d+ -) error TS|LoadError\b|[\w./:-]+: (?:command )?not found$)/

const names = /^(?:\w*(?:Error|Exception)\b.*[:\]]|not ok\b|FAIL(?:ED|URE)?\b|\[ERR_PNPM_|[✖✗×]|E {2,}|--- FAIL)/

/** What Maven writes between the goal that failed and the cause. */
const goalOfMaven =
  /^\[ERROR\] Failed to execute goal (\S{1,200}) \([^()]{1,100}\) on project \S{1,200}: (?:Execution \S{1,100} of goal \1 failed: )?/

const lineMostChars = 200

const telling = (log: string) =>
  stripVTControlCharacters(log)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !isPlace(line) && !isClosing(line))

/** The last line that names an error or a test, else the first of a tool that builds or resolves, else the end. */
const mostTelling = (lines: readonly string[]) =>
  lines.findLast((one) => names.test(one)) ?? firstCause(lines) ?? lines.at(-1)

const shortened = (line: string) => line.replace(goalOfMaven, '[ERROR] $1: ').slice(0, lineMostChars)

/** The line of a failed command's log that is most useful: one that names an error or a test, else its last words. */
export const tellingLine = (log: string): string => shortened(mostTelling(telling(log)) ?? 'it printed nothing')

/** Lines with the name of a failed test, whose error is in one of the next lines. */
const testLine = /^(?:[✖✗×]|not ok \d{1,9} -) (.{2,120})/

/** The most useful line in a log of failed tests, behind its test's name; undefined if it is about time or coverage. */
export const failureLine = (log: string): string | undefined => {
  const lines = telling(log)
  const cause = mostTelling(lines)
  if (cause === undefined || /\b(?:time(?:d[ -]|-)?out|coverage)\b/i.test(cause)) return undefined
  const at = lines.lastIndexOf(cause)
  const before = testLine.test(cause) ? [] : lines.slice(Math.max(0, at - 12), at)
  const test = testLine.exec(before.findLast((one) => testLine.test(one)) ?? '')?.[1]
  return test === undefined ? shortened(cause) : `${test}: ${shortened(cause)}`
}

/** A title such as “rake aborted!”, “COMPILATION ERROR :” or “Rule 1 failed with message:” has its cause below it. */
const firstCause = (lines: readonly string[]): string | undefined => {
  const first = lines.findIndex((line) => causes.test(line))
  const below = lines.slice(first, first + 4).find((line) => !/^rake aborted!|:$/.test(line))
  return first === -1 ? undefined : (below ?? lines[first])
}

/** Whether a log shows a program that looked for a host, which no check can reach. */
export const asksForNetwork = (log: string): boolean =>
  /\b(?:EAI_AGAIN|ENOTFOUND|ENETUNREACH|EHOSTUNREACH)\b|getaddrinfo|name resolution|resolve host|Network is unreachable|Name or service not known|no such host|UnknownHostException|You don't appear to have an internet connection/i.test(
    log,
  )

/** Whether a log shows a module that is not installed or was not built: no test of the code ran there. */
export const lacksModule = (log: string): boolean =>
  /\bModuleNotFoundError: No module named |\bCannot find (?:module|package) '|\bcannot load such file -- /.test(log)
