import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { notProbedReasons, type NotProbed, type ProbeRun, type ProbeSubject } from '../probe.ts'
import { runnerCall, type RunnerCall } from '../runner-call.ts'

const fileText = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const javascript = fileText('traps.cjs')
const python = fileText('traps_probe.py')

/** Runs the tests of a check with traps on a changed file's reads of its runner. */
export const planTraps = (subject: ProbeSubject): ProbeRun | NotProbed => {
  const call = runnerCall(subject.command)
  if (!call) return { notProbed: notProbedReasons.runnerWithoutTraps(subject.runner) }
  const isPython = call.runner === 'pytest' || call.runner === 'unittest'
  const ending = isPython ? /[.]py$/ : /[.][cm]?[jt]sx?$/
  const changed = subject.changed.map(({ path }) => path).filter((path) => ending.test(path))
  if (changed.length === 0) return { notProbed: notProbedReasons.noModule }
  const folder = `.probe_${subject.nonce}`
  const resultPath = `${folder}/result`
  const variables = `${ofRunners.source}|${alsoHonest.source}`
  const name = isPython ? 'traps_probe.py' : 'traps.cjs'
  return {
    files: [
      { path: `${folder}/config.json`, text: JSON.stringify({ changed, resultPath, variables, nonce: subject.nonce }) },
      { path: `${folder}/${name}`, text: isPython ? python : javascript },
    ],
    command: `root="$PWD"; ${commandOf(call, folder, `"$root/${folder}/${name}"`)}`,
    resultPath,
  }
}

const commandOf = ({ runner, before, begun, rest }: RunnerCall, folder: string, preload: string): string => {
  // Processes that the tests start are trapped as well; a preload by NODE_OPTIONS breaks jest.
  const options = `NODE_OPTIONS="--require=$root/${folder}/traps.cjs\${NODE_OPTIONS:+ $NODE_OPTIONS}"`
  if (runner === 'node') return `${before}${options} ${begun} --require ${preload}${rest}`
  if (runner === 'vitest') return `${before}${options} ${begun}${rest}`
  if (runner === 'mocha') return `${before}${options} ${begun}${rest} --require ${preload}`
  if (runner === 'jest') return `${before}${begun}${rest} --setupFilesAfterEnv ${preload}`
  const path = `PYTHONPATH="$root/${folder}\${PYTHONPATH:+:$PYTHONPATH}"`
  return runner === 'pytest' ? `${before}${path} ${begun} -p traps_probe${rest}` : `${before}${begun} ${preload}${rest}`
}

/** Variables that test runners set, or that show how the tests were begun; `*` means enumerating all names. */
export const ofRunners =
  /^(?:NODE_TEST_|JEST_|VITEST|VITE_NODE|MOCHA|PYTEST|AVA_|TAP(?:$|_)|TEST$|TOX_|NYC_|NODE_V8_COVERAGE$|COVERAGE_|COV_CORE_|npm_lifecycle_|npm_command$|_$|\*$)/i

/** Variables that programs read for honest reasons as well. */
export const alsoHonest = /^(?:NODE_ENV|BABEL_ENV|CI)$/
