// How many seeded faults the tests find. Results are appended, so that a run that was interrupted continues.
//   node bench/faults/run.ts --list faults.json --results before.jsonl [--seed 42] [--count 50] [--commit HEAD]
//     [--first earlier.jsonl] [--costs costs.jsonl] [--tests 25] [--minutes 6] [--long] [--scratch folder]
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { FileCost } from '../../testing/runner/costs.ts'
import { drawFaults, type Fault } from './faults.ts'
import { Judge, type Judgement } from './judge.ts'
import { Scratch } from './scratch.ts'

/** A line of the results. */
interface Result extends Judgement {
  readonly number: number
  readonly file: string
  readonly ms: number
}

const { values } = parseArgs({
  options: {
    list: { type: 'string' },
    results: { type: 'string' },
    seed: { type: 'string', default: '42' },
    count: { type: 'string', default: '50' },
    commit: { type: 'string', default: 'HEAD' },
    first: { type: 'string' },
    costs: { type: 'string' },
    tests: { type: 'string', default: '25' },
    minutes: { type: 'string', default: '6' },
    long: { type: 'boolean', default: false },
    scratch: { type: 'string', default: join(tmpdir(), `atelier-faults-${process.pid}`) },
  },
})

const linesOf = <T>(path: string | undefined): T[] =>
  path !== undefined && existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as T)
    : []

const describe = ({ outcome, by, tried, ms }: Result) =>
  `${outcome}${by === undefined ? '' : ` by ${by}`}, ${tried} test files, ${Math.round(ms / 1_000)} s`

const listOf = (path: string, scratch: Scratch): Fault[] => {
  if (!existsSync(path)) {
    const faults = drawFaults(scratch.files(), Number(values.seed), Number(values.count))
    writeFileSync(path, `${JSON.stringify(faults, undefined, 2)}\n`)
  }
  return JSON.parse(readFileSync(path, 'utf8')) as Fault[]
}

const judgeAll = async (list: string, results: string, scratch: Scratch) => {
  const faults = listOf(list, scratch)
  const costs = linesOf<FileCost>(values.costs).map(
    ({ file, ownMs, childrenMs }) => [file, ownMs + childrenMs] as const,
  )
  const judge = new Judge(scratch, new Map(costs), {
    tests: Number(values.tests),
    timeMs: Number(values.minutes) * 60_000,
    isLong: values.long,
  })
  const finders = new Map(linesOf<Result>(values.first).map(({ number, by }) => [number, by]))
  const judged = new Set(linesOf<Result>(results).map(({ number }) => number))
  for (const fault of faults.filter(({ number }) => !judged.has(number))) {
    const { number, file, change, text } = fault
    console.log(`${number}. ${change} in ${file}: ${text.slice(0, 100)}`)
    const began = performance.now()
    const judgement = await judge.judge(fault, finders.get(number))
    const result: Result = { number, file, ...judgement, ms: Math.round(performance.now() - began) }
    appendFileSync(results, `${JSON.stringify(result)}\n`)
    console.log(`   ${describe(result)}`)
  }
}

const { list, results } = values
if (list === undefined || results === undefined) throw new Error('Name the files of --list and --results.')
const scratch = new Scratch(process.cwd(), values.scratch, values.commit)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    scratch.remove()
    process.exit(1)
  })
try {
  await judgeAll(list, results, scratch)
} finally {
  scratch.remove()
}
for (const [outcome, of] of Map.groupBy(linesOf<Result>(results), (result) => result.outcome))
  console.log(`${outcome}: ${of.length} (${of.map(({ number }) => number).join(', ')})`)
