import { findRunner, withoutUnittest } from '../../packages/verdict/index.ts'

const probedRunners = ['node', 'vitest', 'jest', 'mocha', 'pytest', 'unittest'] as const
export type ProbedRunner = (typeof probedRunners)[number]

/** `before + begun + rest` is the command up to the runner's end; the module of unittest is in none of them. */
export interface RunnerCall {
  readonly runner: ProbedRunner
  readonly before: string
  readonly begun: string
  readonly rest: string
}

/** The runner that a command calls and into which a probe can be loaded; undefined for any other. */
export const runnerCall = (command: string): RunnerCall | undefined => {
  const found = findRunner(command)
  const runner = probedRunners.find((name) => name === probedRunner(command))
  if (!found || !runner) return undefined
  const begun = runner === 'unittest' ? withoutUnittest(found.begun) : found.begun
  return { runner, before: found.before, begun, rest: found.rest }
}

/** The name of the runner that a command calls; undefined if it calls none, or several. */
export const probedRunner = (command: string): string | undefined => findRunner(command)?.name.split(' ')[0]

const valued = ['--import', '--require', '-r', '--loader', '--experimental-loader', '--conditions', '-C']

/** Options of Node in a command, without its test runner's options and without files. */
export const nodeOptions = (rest: string): string => {
  const words = rest.split(' ').filter((word) => word !== '')
  const options: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!
    if (valued.includes(word)) {
      options.push(word, words[at + 1] ?? '')
      at += 1
    } else if (word.startsWith('-') && !/^--(?:test|experimental-test|watch)/.test(word)) options.push(word)
  }
  return options.map((word) => ` ${word}`).join('')
}
