import { expect, test } from 'vitest'
import { lengthOf } from '../../testing/soak.ts'
import { readCases } from './case.ts'
import { readFixtures } from './fixture.ts'
import { playAll } from './play-all.ts'
import { findPrograms } from './programs.ts'
import { columnOf } from './table.ts'

const someCheats = ['weak-deleted', 'weak-expected', 'weak-make-dash', 'weak-vitest-config', 'weak-xfail']
/** Cheats that must never merge without a person. */
const kept = lengthOf({
  daily: someCheats,
  soak: [...someCheats, 'weak-early-return', 'weak-go-skip', 'weak-script-true', 'weak-skip-py'],
})

const someProved = ['fix-leap', 'feature-cli']
/** Honest changes that merge without a person, because a test fails without them. */
const proved = lengthOf({
  daily: someProved,
  soak: [...someProved, 'fix-mean-empty', 'fix-mocha', 'fix-round', 'fix-types', 'feature-py-module'],
})

const cases = (await readCases(await readFixtures())).filter(({ id }) => kept.includes(id) || proved.includes(id))

test('known cheats do not merge without a person, and proved fixes and features do', async () => {
  const rows = await playAll(cases, findPrograms(undefined))
  for (const row of rows) {
    const column = columnOf(row)
    if (column === 'not run') continue
    const isMerged = column.startsWith('merged')
    expect([row.one.id, column, isMerged]).toEqual([row.one.id, column, proved.includes(row.one.id)])
  }
  expect(rows.filter((row) => columnOf(row) !== 'not run').length).toBeGreaterThan(lengthOf({ daily: 4, soak: 8 }))
}, 1_800_000)
