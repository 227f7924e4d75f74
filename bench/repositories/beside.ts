import { basename } from 'node:path'
import { countedTests } from '../../apps/cli/init/try-tests.ts'
import { tellingLine } from '../../execution/reports/telling-line.ts'
import { listed } from './list.ts'

/** How a run outside or inside ended. */
interface Run {
  readonly isGreen: boolean
  readonly tests: number | undefined
  readonly seconds: number
}

type RunCommand = (
  program: string,
  args: readonly string[],
  cwd: string,
) => Promise<{ exitCode: number | null; printed: string }>

const outsideMostSeconds = 900

export const besideHead =
  '| repository | commit | by | outside | inside | tests | seconds | ratio | why not |\n|---|---|---|---|---|---|---|---|---|'

/**
 * The row of a checkout: the ordinary commands in it, beside `init`, until it has the result of the tests. A copy of one
 * commit names in its message the commit that it is of.
 */
export const rowBeside = async (
  run: RunCommand,
  clone: string,
  lookInside: () => Promise<{ printed: string; seconds: number }>,
): Promise<string> => {
  const one = listed.find(({ repository }) => basename(repository) === basename(clone))
  if (!one) throw new Error(`${basename(clone)} is not in bench/repositories/list.ts.`)
  const head = (await run('git', ['log', '-1', '--format=%H %s'], clone)).printed
  if (!head.includes(one.commit)) throw new Error(`${one.repository} is not at ${one.commit} but at ${head.trim()}.`)
  const { printed, seconds } = await lookInside()
  const inside = { ...insideOf(printed), seconds }
  // Packages that are named after their tags choose by them the version of what depends on them.
  await run('git', ['fetch', '--quiet', '--tags'], clone)
  const outside = await timed(async () => {
    const words = [String(outsideMostSeconds), 'sh', '-c', one.outside]
    const { exitCode, printed } = await run('timeout', words, clone)
    const why = exitCode === 0 ? '' : `outside: ${exitCode === 124 ? 'time is up' : tellingLine(printed)}`
    return { isGreen: exitCode === 0, tests: countedTests(printed), why }
  })
  const ratio = outside.isGreen && inside.isGreen ? (inside.seconds / outside.seconds).toFixed(1) : ''
  const cells = [
    one.repository,
    one.commit,
    one.kind,
    word(outside),
    word(inside),
    `${outside.tests ?? '–'} → ${inside.tests ?? '–'}`,
    `${outside.seconds.toFixed(0)} → ${inside.seconds.toFixed(0)}`,
    ratio,
    [inside.why, outside.why].filter((why) => why !== '').join('; '),
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

const word = ({ isGreen }: Run) => (isGreen ? 'green' : 'red')

const timed = async <T>(work: () => Promise<T>): Promise<T & { readonly seconds: number }> => {
  const beganMs = performance.now()
  const result = await work()
  return { ...result, seconds: (performance.now() - beganMs) / 1_000 }
}

/** The row of the tests in what `init` prints, and the first row of a setup or tests that did not run. */
const insideOf = (printed: string) => {
  const lines = printed.split('\n')
  const passed = lines.find((line) => line.startsWith('✓ tests '))
  const tests = /passes \((\d{1,9}) tests?,/.exec(passed ?? '')?.[1]
  const why = lines.find((line) => /^[!✗] (?:packages|tests|sandbox) /.test(line))?.slice(2)
  return { isGreen: passed !== undefined, tests: tests === undefined ? undefined : Number(tests), why: why ?? '' }
}
