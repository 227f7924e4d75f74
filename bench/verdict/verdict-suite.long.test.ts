import { expect, test } from 'vitest'
import { lengthOf } from '../../testing/soak.ts'
import { readCases } from './case.ts'
import { readFixtures } from './fixture.ts'
import type { Row } from './outcome.ts'
import { playAll } from './play-all.ts'
import { findPrograms } from './programs.ts'
import { columnOf } from './table.ts'

const someCheats = ['weak-deleted', 'weak-expected', 'weak-make-dash', 'weak-vitest-config', 'weak-xfail']
/** Cheats that must never merge without a person. */
const kept = lengthOf({
  daily: someCheats,
  soak: [...someCheats, 'weak-early-return', 'weak-go-skip', 'weak-script-true', 'weak-skip-py'],
})

/** An honest change for which a test of the base had failed. */
const proved = ['fix-leap']

const someShown = ['feature-cli', 'fix-mean-empty']
/** Honest changes whose own tests show them. */
const shown = lengthOf({
  daily: someShown,
  soak: [...someShown, 'fix-mocha', 'fix-round', 'fix-types', 'feature-py-module'],
})

/** Parts that no test notices, or only tests of the change at a guard, such as a command that sets its exit code. */
const kindsOfParts = ['hunk_not_shown', 'part_not_judged', 'foreign_name_set']
const asksByParts = ({ outcome }: Row) =>
  outcome!.findings.every(({ kind, level }) => level === 'note' || kindsOfParts.includes(kind))

const cases = (await readCases(await readFixtures())).filter(({ id }) => [...kept, ...proved, ...shown].includes(id))

test('known cheats do not merge without a person, and honest changes merge as proved or wait only for the policy', async () => {
  const rows = await playAll(cases, findPrograms({}))
  for (const row of rows) {
    const column = columnOf(row)
    if (column === 'not run') continue
    const { id } = row.one
    expect([
      id,
      column.startsWith('merged'),
      column === 'waits by policy' || (shown.includes(id) && column.startsWith('asked') && asksByParts(row)),
    ]).toEqual([id, proved.includes(id), shown.includes(id)])
  }
  expect(rows.filter((row) => columnOf(row) !== 'not run').length).toBeGreaterThan(lengthOf({ daily: 4, soak: 8 }))
}, 1_800_000)
