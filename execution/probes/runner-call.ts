import { findRunner } from '../reports/index.ts'

export type ProbedRunner = 'node' | 'vitest' | 'jest' | 'mocha' | 'pytest' | 'unittest'

/** How a command calls its runner: `before + begun + rest` is the command up to the runner's end. */
export interface RunnerCall {
  readonly runner: ProbedRunner
  readonly before: string
  readonly begun: string
  readonly rest: string
}

const names: Readonly<Record<string, ProbedRunner>> = {
  'node --test': 'node',
  vitest: 'vitest',
  jest: 'jest',
  mocha: 'mocha',
  pytest: 'pytest',
}

/** The runner that a command calls and into which a probe can be loaded; undefined for any other. */
export const runnerCall = (command: string): RunnerCall | undefined => {
  const found = findRunner(command)
  const runner = found && names[found.name]
  if (runner) return { runner, before: found.before, begun: found.begun, rest: found.rest }
  return unittestCall(command)
}

// Nothing that a shell makes something of, as for other runners.
const unittest =
  /^(?<before>(?:[^;|<>$`()\\\n#{}&'"]+ && )*)(?<begun>(?:[A-Za-z_]\w*=[^\s'"]* +)*(?:(?:uv|poetry|pdm) run +)?python[0-9.]*) +-m +unittest(?<rest>(?: [^;|<>$`()\\\n#{}&]*)?)$/

const unittestCall = (command: string): RunnerCall | undefined => {
  const { before = '', begun, rest = '' } = unittest.exec(command.trim())?.groups ?? {}
  return begun === undefined ? undefined : { runner: 'unittest', before, begun, rest }
}

/** The name of a runner that probes know in a command; undefined for any other. */
export const probedRunner = (command: string): string | undefined =>
  runnerCall(command)?.runner ?? findRunner(command)?.name.split(' ')[0]

const valued = ['--import', '--require', '-r', '--loader', '--experimental-loader', '--conditions', '-C']

/** Options of Node in a command, without those of its test runner and without files. */
export const nodeOptions = (rest: string): string => {
  const words = rest.split(' ').filter((word) => word !== '')
  const kept: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!
    if (valued.includes(word)) {
      kept.push(word, words[at + 1] ?? '')
      at += 1
    } else if (word.startsWith('-') && !/^--(?:test|experimental-test|watch)/.test(word)) kept.push(word)
  }
  return kept.map((word) => ` ${word}`).join('')
}
