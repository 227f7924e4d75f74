// The server's decisions about cheats and honest changes, before any person's: README.md has the options.
//   node bench/verdict/run.ts [--only pattern] [--runners folder] [--jobs 2] [--results file] [--write] [--check]
import { appendFileSync, existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readCases, type Case } from './case.ts'
import { readFixtures } from './fixture.ts'
import { runLocally } from './local.ts'
import { playAll } from './play-all.ts'
import type { Outcome } from './play-case.ts'
import { findPrograms, type Programs } from './programs.ts'
import { columnOf, pageOf, type Row } from './table.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    runners: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    check: { type: 'boolean', default: false },
    results: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})

const show = (row: Row) => {
  const { one, outcome } = row
  const seconds = ((outcome?.tookMs ?? 0) / 1_000).toFixed(1)
  console.error(`${one.kind} ${one.id}: ${columnOf(row)} (${outcome?.verdict ?? 'none'}, ${seconds} s)`)
  if (values.results === undefined || !outcome) return
  appendFileSync(values.results, `${JSON.stringify({ id: one.id, result: columnOf(row), ...outcome })}\n`)
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
  const { base, after, printed } = await runLocally(one, programs).catch((error: unknown) => ({
    base: 'broken',
    after: 'broken',
    printed: String(error),
  }))
  if (base === one.base && after === one.after) return true
  console.log(`${one.id}: the base ${base} (${one.base} expected), the change ${after} (${one.after} expected)`)
  console.log(printed.replaceAll(/^/gm, '    ').slice(-3_000))
  return false
}

const main = async () => {
  const cases = (await readCases(await readFixtures())).filter(({ id, group }) =>
    new RegExp(values.only).test(`${id} ${group}`),
  )
  const programs = findPrograms(values.runners)
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
  const played = await playAll(
    cases.filter(({ id }) => !known.has(id)),
    programs,
    { jobs: Number(values.jobs), show, signal: stopping.signal },
  )
  console.error(`${played.length} cases in ${((performance.now() - beganMs) / 60_000).toFixed(1)} minutes`)
  const outcomes = new Map([...known, ...played.map(({ one, outcome }) => [one.id, outcome] as const)])
  const page = pageOf(cases.map((one) => ({ one, outcome: outcomes.get(one.id) })))
  console.log(page)
  if (values.write) await writeFile(join(import.meta.dirname, '../../docs/verdict-suite.md'), page)
}

const readResults = async (path: string | undefined): Promise<ReadonlyMap<string, Outcome>> => {
  if (path === undefined || !existsSync(path)) return new Map()
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  const rows = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as { id: string } & Outcome)
  return new Map(rows.map(({ id, ...outcome }) => [id, outcome]))
}

await main()
