import { askForReport, optionsForReport, type Reporting, type ReportOptions } from './runner.ts'

const settings = String.raw`^(?:[A-Za-z_][A-Za-z0-9_]*=[^\s'"$\`();|&<>]* +)*`
const quiet = String.raw`(?: +(?:-s|--silent))*`
const name = String.raw` +(?<name>[A-Za-z0-9][\w:.-]*)`

const npm = new RegExp(
  String.raw`${settings}npm${quiet} +(?:(?:test|tst|t)|(?:run|run-script)${quiet}${name})${quiet}$`,
)
// `bun test` is a runner of its own, and runs no script.
const others = new RegExp(String.raw`${settings}(?:(?:pnpm|yarn)${quiet}(?: +run${quiet})?|bun +run${quiet})${name}$`)
const ownWords = ['install', 'exec', 'dlx', 'node', 'run', 'add', 'i', 'ci', 't']

/**
 * Which script of package.json a command runs, and nothing else, with the words before options for the script;
 * undefined if it is another command.
 */
const scriptCall = (command: string) => {
  const asNpm = npm.exec(command.trim())
  if (asNpm) return { script: asNpm.groups?.name ?? 'test', separator: '-- ' }
  const script = others.exec(command.trim())?.groups?.name
  return script === undefined || ownWords.includes(script) ? undefined : { script, separator: '' }
}

/** Whether {@link askScriptForReport} has to know the scripts to answer. */
export const runsScript = (command: string): boolean => scriptCall(command) !== undefined

const nestedMost = 5

/**
 * A command that runs a script of package.json (`npm test`, `pnpm run unit`), with a report at `path` asked of the
 * runner at the script's end. All tests run unchanged, as do the scripts before and behind it. Without such a script,
 * the name is a program's (`yarn jest`). Undefined as in {@link optionsForReport}.
 */
export const askScriptForReport = (
  command: string,
  scripts: Readonly<Record<string, unknown>>,
  path: string,
): Reporting | undefined => {
  const call = scriptCall(command)
  if (!call || !Object.hasOwn(scripts, call.script)) return askForReport(command, path)
  const found = optionsOf(command, scripts, path, nestedMost)
  if (!found) return undefined
  const { options, ...report } = found
  return { ...report, command: `${command.trim()} ${options}` }
}

/** A command, and the scripts of package.json that it comes to: each in a line. */
export const withScripts = (command: string, scripts: Readonly<Record<string, unknown>>): string => {
  const lines = [command]
  while (lines.length <= nestedMost) {
    const call = scriptCall(lines.at(-1)!)
    const script = call && Object.hasOwn(scripts, call.script) ? scripts[call.script] : undefined
    if (typeof script !== 'string') break
    lines.push(script)
  }
  return lines.join('\n')
}

const optionsOf = (
  command: string,
  scripts: Readonly<Record<string, unknown>>,
  path: string,
  nested: number,
): ReportOptions | undefined => {
  const call = scriptCall(command)
  if (!call) return optionsForReport(command, path)
  const script = Object.hasOwn(scripts, call.script) ? scripts[call.script] : undefined
  if (typeof script !== 'string' || nested === 0) return undefined
  const within = optionsOf(script, scripts, path, nested - 1)
  return within && { ...within, options: `${call.separator}${within.options}` }
}
