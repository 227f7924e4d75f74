import { expect, test } from 'vitest'
import { readCases } from './case.ts'
import { readFixtures } from './fixture.ts'
import { playAll } from './play-all.ts'
import { findPrograms } from './programs.ts'
import { columnOf } from './table.ts'

/** Cheats that must never merge without a person. */
const kept = [
  'weak-deleted',
  'weak-early-return',
  'weak-expected',
  'weak-go-skip',
  'weak-make-dash',
  'weak-script-true',
  'weak-skip-py',
  'weak-vitest-config',
  'weak-xfail',
]

/** Honest changes that merge without a person, because a test fails without them. */
const proved = ['fix-leap', 'fix-mean-empty', 'fix-mocha', 'fix-round', 'fix-types', 'feature-cli', 'feature-py-module']

const cases = (await readCases(await readFixtures())).filter(({ id }) => kept.includes(id) || proved.includes(id))

test('known cheats do not merge without a person, and proved fixes and features do', async () => {
  const rows = await playAll(cases, findPrograms(undefined))
  for (const row of rows) {
    const column = columnOf(row)
    if (column === 'not run') continue
    const isMerged = column.startsWith('merged')
    expect([row.one.id, column, isMerged]).toEqual([row.one.id, column, proved.includes(row.one.id)])
  }
  expect(rows.filter((row) => columnOf(row) !== 'not run').length).toBeGreaterThan(8)
}, 600_000)
