// The server's decisions about cheats and honest changes, before any person's: README.md has the options.
//   node bench/verdict/run.ts [--only pattern] [--ids file] [--half seed | --draw seed] [--columns none,…] [--seed 1]
//     [--runners folder] [--go-cache folder] [--jobs 2] [--results file] [--write] [--check]
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readCases, type Case } from './case.ts'
import { choose, drawn } from './choose.ts'
import { columns, hasColumn, underDefaultPolicy, type Column } from './columns.ts'
import { readFixtures } from './fixture.ts'
import { runLocally } from './local.ts'
import { playAll, type Played } from './play-all.ts'
import { isLate, type Outcome, type Row } from './outcome.ts'
import { findPrograms, type Programs } from './programs.ts'
import { columnOf, pageOf } from './table.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    ids: { type: 'string' },
    half: { type: 'string' },
    draw: { type: 'string' },
    columns: { type: 'string', default: 'none' },
    seed: { type: 'string' },
    runners: { type: 'string' },
    'go-cache': { type: 'string' },
    jobs: { type: 'string', default: '2' },
    check: { type: 'boolean', default: false },
    results: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})

const commit = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
  cwd: import.meta.dirname,
  encoding: 'utf8',
}).trim()

const show = (row: Played) => {
  const { one, column, outcome } = row
  const seconds = ((outcome?.tookMs ?? 0) / 1_000).toFixed(1)
  const late = outcome && isLate(outcome) ? ', not tried in time' : ''
  console.error(
    `${column}: ${one.kind} ${one.id}: ${columnOf(row)} (${outcome?.verdict ?? 'none'}, ${seconds} s${late})`,
  )
  if (values.results === undefined || !outcome) return
  appendFileSync(
    values.results,
    `${JSON.stringify({ id: one.id, column, commit, result: columnOf(row), ...outcome })}\n`,
  )
}

/** Prints each case whose checks do not end as it says; gives their number. */
const checkAll = async (cases: readonly Case[], programs: Programs) => {
  let wrong = 0
  const waiting = [...cases]
  const worker = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) if (!(await isAsStated(one, programs))) wrong += 1
  }
  await Promise.all(Array.from({ length: Number(values.jobs) }, worker))
  return wrong
}

const isAsStated = async (one: Case, programs: Programs) => {
  if (programs.missingFor(one).length > 0) {
    console.log(`${one.id}: skipped, needs ${programs.missingFor(one).join(', ')}`)
    return true
  }
  const { base, after, asked, printed } = await runLocally(one, programs).catch((error: unknown) => ({
    base: 'broken',
    after: 'broken',
    asked: undefined,
    printed: String(error),
  }))
  const isAsked = !asked || (asked.base === 'fails' && (!one.isRight || asked.after === 'passes'))
  if (base === one.base && after === one.after && isAsked) return true
  if (!isAsked) console.log(`${one.id}: its tests: the base ${asked.base}, the change ${asked.after}`)
  console.log(`${one.id}: the base ${base} (${one.base} expected), the change ${after} (${one.after} expected)`)
  console.log(printed.replaceAll(/^/gm, '    ').slice(-3_000))
  return false
}

const main = async () => {
  const ids = values.ids === undefined ? undefined : (await readFile(values.ids, 'utf8')).split(/\s+/).filter(Boolean)
  const cases = choose(await readCases(await readFixtures()), {
    only: values.only,
    ids,
    half: values.half,
    draw: values.draw,
  })
  const programs = findPrograms({ runners: values.runners, goCache: values['go-cache'] })
  if (values.check) {
    const wrong = await checkAll(cases, programs)
    console.log(`${cases.length} cases, ${wrong} with checks that do not end as stated`)
    process.exitCode = wrong > 0 ? 1 : 0
    return
  }
  const known = await readResults(values.results)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort())
  const beganMs = performance.now()
  const played = await playAll(values.seed === undefined ? cases : drawn(cases, values.seed), programs, {
    jobs: Number(values.jobs),
    columns: columnsToPlay(),
    isKnown: ({ id }, column) => known.get(column)!.has(id),
    show,
    signal: stopping.signal,
  })
  for (const { one, column, outcome } of played) if (outcome) known.get(column)!.set(one.id, outcome)
  console.error(`${played.length} plays in ${((performance.now() - beganMs) / 60_000).toFixed(1)} minutes`)
  const withResults = columns.filter((column) => column === 'none' || known.get(column)!.size > 0)
  const rows = new Map(withResults.map((column) => [column, rowsOf(cases, column, known)]))
  const page = pageOf(rows, commit, { half: values.half, draw: values.draw })
  console.log(page)
  if (values.write) await writeFile(join(import.meta.dirname, '../../docs/verdict-suite.md'), page)
}

const columnsToPlay = (): readonly Column[] => {
  const names = values.columns.split(',').filter((name) => name !== '')
  const unknown = names.find((name) => !columns.some((column) => column === name))
  if (unknown !== undefined) throw new Error(`“${unknown}” is no column: write ${columns.join(', ')}`)
  return columns.filter((column) => names.includes(column))
}

type Results = ReadonlyMap<Column, Map<string, Outcome>>

const rowsOf = (cases: readonly Case[], column: Column, known: Results): readonly Row[] =>
  cases
    .filter((one) => hasColumn(one, column))
    .map((one) => {
      const merging = column === 'none' ? known.get('shown')!.get(one.id) : undefined
      return { one, outcome: known.get(column)!.get(one.id) ?? (merging && underDefaultPolicy(merging)) }
    })

const readResults = async (path: string | undefined): Promise<Results> => {
  const known = new Map(columns.map((column) => [column, new Map<string, Outcome>()] as const))
  if (path === undefined || !existsSync(path)) return known
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  for (const line of lines.filter((text) => text !== '')) {
    const { id, column = 'none', ...outcome } = JSON.parse(line) as { id: string; column?: Column } & Outcome
    if (outcome.end !== 'broken') known.get(column)!.set(id, outcome)
  }
  return known
}

await main()
