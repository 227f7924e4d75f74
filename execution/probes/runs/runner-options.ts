import type { ProbedRunner } from '../runner-call.ts'

/** A runner as a command calls it: what begins it, with launchers and settings, and the words behind it. */
export interface CalledRunner {
  readonly runner: ProbedRunner
  readonly begin: string
  readonly rest: readonly string[]
}

const launchers =
  /^(?:npx|bunx|pnpm|yarn|npm|exec|x|--|--no-install|-y|cross-env|uv|poetry|pdm|hatch|pipenv|run|env|[A-Za-z_]\w*=\S*)$/

const binOf = (name: string, script: string) =>
  new RegExp(`^(?:${name}|(?:\\./)?node_modules/(?:\\.bin/${name}|${script}))$`)
const bins: readonly (readonly [ProbedRunner, RegExp])[] = [
  ['vitest', binOf('vitest', 'vitest/vitest\\.mjs')],
  ['jest', binOf('jest', 'jest/bin/jest\\.js')],
  ['mocha', binOf('mocha', 'mocha/bin/_?mocha(?:\\.js)?')],
  ['pytest', /^(?:pytest|py\.test)$/],
]

/** The runner that a command calls, after launchers that are known. Undefined if it calls another program. */
export const programIn = (command: string): CalledRunner | undefined => {
  const words = wordsOf(command)
  let at = 0
  while (at < words.length && launchers.test(words[at]!)) at++
  const called = (runner: ProbedRunner, length: number): CalledRunner => ({
    runner,
    begin: words.slice(0, at + length).join(' '),
    rest: words.slice(at + length),
  })
  const runnerOf = (word: string | undefined) => bins.find(([, bin]) => word !== undefined && bin.test(word))?.[0]
  const direct = runnerOf(words[at])
  if (direct) return called(direct, 1)
  if (/^(?:\S*\/bin\/)?python[0-9.]*$/.test(words[at] ?? '')) return pythonModule(words.slice(at), called)
  if (words[at] !== 'node') return undefined
  const test = words.indexOf('--test', at)
  if (test > 0)
    return {
      runner: 'node',
      begin: beginOfNode(words.slice(0, at), words.slice(at + 1, test)),
      rest: words.slice(test + 1),
    }
  const script = words.findIndex((word, index) => index > at && !word.startsWith('-'))
  const byNode = runnerOf(words[script])
  return byNode && called(byNode, script - at + 1)
}

const pythonModule = (words: readonly string[], called: (runner: ProbedRunner, length: number) => CalledRunner) => {
  const module = words.indexOf('-m') + 1
  const runner = module > 0 && module < 4 ? words[module] : undefined
  return runner === 'pytest' || runner === 'unittest' ? called(runner, module + 1) : undefined
}

const beginOfNode = (launcher: readonly string[], options: readonly string[]) =>
  [...launcher, 'node', ...keptOptions('node', options), '--test'].join(' ')

const wordsOf = (command: string): readonly string[] => command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []

/** Options for loading test files, by runner: `valued` take the next word if they have no `=`. */
const options: Readonly<Record<ProbedRunner, { readonly valued: RegExp; readonly flags: RegExp }>> = {
  node: {
    valued: /^(?:--import|--require|-r|--loader|--experimental-loader|--conditions|-C)$/,
    flags:
      /^--(?:experimental-(?!test-coverage)|no-|enable-|env-file|test-isolation|tls|stack-size|max-old|import=|require=|loader=|conditions=)/,
  },
  vitest: {
    valued: /^(?:--config|-c|--root|-r|--dir|--environment|--project|--mode|--pool|--workspace)$/,
    flags: /^--(?:globals|config=|root=|dir=|environment|project=|mode=|pool=|workspace=|isolate|no-isolate)/,
  },
  jest: {
    valued: /^(?:--config|-c|--rootDir|--env|--testEnvironment|--preset|--transform)$/,
    flags: /^(?:-i$|--(?:runInBand|config=|rootDir=|env=|testEnvironment=|preset=|experimental))/,
  },
  mocha: {
    valued: /^(?:--require|-r|--import|--loader|--ui|-u|--config|--extension|--timeout|-t|--node-option|-n|--package)$/,
    flags:
      /^--(?:exit|no-config|experimental|require=|import=|loader=|ui=|config=|extension=|timeout=|enable-|no-warnings)/,
  },
  pytest: {
    valued: /^(?:-c|-p|-o|-W|--rootdir|--import-mode|--confcutdir|--asyncio-mode|--ds)$/,
    flags: /^--(?:rootdir=|import-mode=|confcutdir=|asyncio-mode=|ds=|noconftest|doctest-plus)/,
  },
  unittest: {
    valued: /^(?:-s|-t|--start-directory|--top-level-directory)$/,
    flags: /^--(?:start|top-level)-directory=/,
  },
}

/** The options of `words` for loading test files, in their order. */
export const keptOptions = (runner: ProbedRunner, words: readonly string[]): string[] => {
  const { valued, flags } = options[runner]
  return words.flatMap((word, at) => {
    if (valued.test(word)) return words[at + 1] === undefined ? [] : [word, words[at + 1]!]
    return flags.test(word) ? [word] : []
  })
}

/** Whether a program before the runner builds the tests' imports. */
export const isBuild = (command: string): boolean =>
  /^(?:(?:npx|npm|pnpm|yarn|bun|run|-s|--silent|--) +)*(?:build|compile|prebuild|tsc|tsup|rollup|rolldown|esbuild|vite build|swc|babel)\b/.test(
    command,
  ) && !/ --noEmit| --watch| -w( |$)/.test(command)
