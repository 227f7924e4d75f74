// Cheats and honest changes against the whole product: what the server decides about each before any person does.
//   node bench/verdict/run.ts [--only pattern] [--runners folder] [--jobs 2] [--json] [--write]
//   node bench/verdict/run.ts --check [--only pattern] [--runners folder]     runs the checks of the cases alone
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readCases, type Case } from './case.ts'
import { readFixtures } from './fixture.ts'
import { runLocally } from './local.ts'
import { playAll } from './play-all.ts'
import { findPrograms, type Programs } from './programs.ts'
import { columnOf, pageOf, type Row } from './table.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    runners: { type: 'string' },
    jobs: { type: 'string', default: '2' },
    check: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})

const show = (row: Row) => {
  const { one, outcome } = row
  const seconds = ((outcome?.tookMs ?? 0) / 1_000).toFixed(1)
  console.error(`${one.kind} ${one.id}: ${columnOf(row)} (${outcome?.verdict ?? 'none'}, ${seconds} s)`)
}

/** Prints each case whose checks do not end as it says; gives their number. */
const checkAll = async (cases: readonly Case[], programs: Programs) => {
  let wrong = 0
  for (const one of cases) {
    if (programs.missingFor(one).length > 0) {
      console.log(`${one.id}: skipped, needs ${programs.missingFor(one).join(', ')}`)
      continue
    }
    const { base, after, printed } = await runLocally(one, programs).catch((error: unknown) => ({
      base: 'broken',
      after: 'broken',
      printed: String(error),
    }))
    if (base === one.base && after === one.after) continue
    wrong += 1
    console.log(`${one.id}: the base ${base} (${one.base} expected), the change ${after} (${one.after} expected)`)
    console.log(printed.replaceAll(/^/gm, '    ').slice(-3_000))
  }
  return wrong
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
  const beganMs = performance.now()
  const rows = await playAll(cases, programs, { jobs: Number(values.jobs), show })
  console.error(`${rows.length} cases in ${((performance.now() - beganMs) / 60_000).toFixed(1)} minutes`)
  if (values.json) console.log(JSON.stringify(rows.map(recordOf), null, 2))
  else console.log(pageOf(rows))
  if (values.write) await writeFile(join(import.meta.dirname, '../../docs/verdict-suite.md'), pageOf(rows))
}

const recordOf = (row: Row) => ({
  id: row.one.id,
  kind: row.one.kind,
  group: row.one.group,
  language: row.one.fixture.language,
  result: columnOf(row),
  ...row.outcome,
})

await main()
