import { askForReport } from '../../../packages/verdict/index.ts'
import type { ProbedRunner } from '../runner-call.ts'
import { isBuild, keptOptions, programIn, type CalledRunner } from './runner-options.ts'
import type { ProbeSubject } from '../probe.ts'

/**
 * The command that runs `files` by the runner of the check, with the check's settings and without the check's filters,
 * watching or coverage. It never stops at the first failure. Undefined if the command of the check is not one plain run
 * of a runner that is known here.
 */
export const ownRun = (
  { command, runner }: Pick<ProbeSubject, 'command' | 'runner'>,
  files: readonly string[],
  reportPath: string,
) => {
  const line = command.trim().split('\n').at(-1) ?? ''
  if (/[;|<>$`()\\#]|(?<!&)&(?!&)|&&&/.test(withoutQuoted(line))) return undefined
  const parts = line.split('&&').map((part) => part.trim())
  if (parts.some((part) => /^cd(?: |$)/.test(part))) return undefined
  const found = parts.flatMap((part) => programIn(part) ?? [])
  const program = found.find((one) => runner.startsWith(one.runner)) ?? (found.length === 1 ? found[0] : undefined)
  if (!program) return undefined
  const builds = parts.filter(isBuild)
  const start = builds.map((part) => `${part}; `).join('')
  const run = reportingRun(program, files, reportPath)
  return (
    run && {
      runner: program.runner,
      /** Builds, runs the files, and leaves a report of the runner if it writes one. */
      command: start + run.command,
      /** The builds of the command, each of which runs whether or not the previous build passed. */
      builds,
      /** The command after its builds. */
      tests: run.command,
      /** The shape of the report; undefined for unittest, for which the exit code of each file is noted. */
      format: run.format,
      /** The Python that the runner uses, if it is a Python runner. */
      interpreter: pythonOf(program.begin),
    }
  )
}

const reportingRun = ({ runner, begin, rest }: CalledRunner, files: readonly string[], reportPath: string) => {
  if (runner === 'unittest') return { command: unittestRuns(begin, rest, files), format: undefined }
  const words = [begin, bare[runner], ...keptOptions(runner, rest), ...files.map((file) => `'${file}'`)]
  return askForReport(words.filter((word) => word !== '').join(' '), reportPath)
}

// Patterns of files are between quotes in most scripts, and are left out of our own run.
const withoutQuoted = (line: string) => line.replaceAll(/'[^']*'|"[^"$`\\]*"/g, '')

const bare: Readonly<Record<Exclude<ProbedRunner, 'unittest'>, string>> = {
  node: '',
  vitest: 'run --coverage.enabled=false --bail=0 --retry=0',
  jest: '--ci --coverage=false --bail=0 --runTestsByPath',
  mocha: '--no-bail',
  pytest: '--maxfail=0',
}

const pythonOf = (begin: string): string => {
  const words = begin.split(' ')
  const python = words.findIndex((word) => /(?:^|\/)python[0-9.]*$/.test(word))
  if (python >= 0) return words.slice(0, python + 1).join(' ')
  return [...words.slice(0, -1), 'python3'].join(' ')
}

/** unittest takes names of files only from its working folder, so that a run by discovery looks for each by its name. */
const unittestRuns = (begin: string, rest: readonly string[], files: readonly string[]) => {
  const isDiscovery = rest.length === 0 || rest.includes('discover') || rest.every((word) => word.startsWith('-'))
  const options = keptOptions('unittest', rest)
  const runOf = (file: string) => {
    const name = file.slice(file.lastIndexOf('/') + 1)
    return isDiscovery ? [begin, 'discover', ...options, '-p', `'${name}'`].join(' ') : `${begin} '${file}'`
  }
  return files.map((file, at) => `${runOf(file)}; echo "status ${at} $?" >> "$ATELIER_REPORT"`).join('; ')
}
