import { expect, test } from 'vitest'
import { findingsOf, treeOf } from './index.ts'

const placesIn = (...files: readonly (readonly [path: string, text: string])[]) =>
  findingsOf(treeOf(files), 'verbs').map(({ path, line }) => `${path}:${line}`)

test.each([
  `\nexport { insertA } from './store.ts'`,
  `\nexport { addA as setA } from './store.ts'`,
  '\nexport const endARow = () => 1',
])('an index exports no name of a write: %s', (text) => {
  expect(placesIn(['domains/area/a/index.ts', text])).toEqual(['domains/area/a/index.ts:2'])
})

test('verbs, types of rows and names inside a domain are allowed', () => {
  const text = `export { setUp, setupName, settle } from './a.ts'\nexport type { ARow } from './tables.ts'`
  expect(
    placesIn(
      ['domains/area/a/index.ts', text],
      ['domains/area/a/store.ts', 'export const insertA = () => 1'],
      ['domains/area/b/index.ts', `export { type BRow, insertB as addB } from './store.ts'`],
    ),
  ).toEqual([])
})

test.each([
  'insertInto(a, [])',
  'q(`insert into a values (1)`)',
  'q(`with b as (update a set c = 1) select d from b`)',
  'q(`delete from a`)',
  'q(`select id from a where id = 1 for no key update`)',
  'q(`select pg_advisory_xact_lock(1) from a`)',
])('an index that is judged by origin exports nothing of a store with %s', (statement) => {
  expect(
    placesIn(
      ['domains/delivery/tasks/index.ts', `export type { A } from './store.ts'\nexport { findA } from './store.ts'`],
      ['domains/delivery/tasks/store.ts', `${statement}\nexport const findA = q(\`select id from a\`)`],
    ),
  ).toEqual(['domains/delivery/tasks/index.ts:2'])
})

test('an index that is judged by origin exports reads, types, and verbs of other files by any name', () => {
  const text = `export { findA } from './store.ts'\nexport { type Plan } from './store-plan.ts'\nexport { setA } from './plan.ts'`
  expect(
    placesIn(
      ['domains/delivery/tasks/index.ts', text],
      ['domains/delivery/tasks/store.ts', 'export const findA = q(`select id from a`)'],
      ['domains/delivery/tasks/store-plan.ts', 'export interface Plan {}\nq(`delete from a`)'],
      ['domains/delivery/tasks/plan.ts', 'export const setA = () => 1'],
    ),
  ).toEqual([])
})
