import { expect, test } from 'vitest'
import { relatedTests } from './related-tests.ts'

const files = new Map([
  ['domains/a/store.ts', ''],
  ['domains/a/operations/stop.ts', `import { move } from '../store.ts'`],
  ['domains/a/operations/stop.test.ts', `import { scene } from '../../../testing/scene.ts'`],
  ['domains/a/operations/list.ts', ''],
  ['domains/a/operations/list.test.ts', `import { scene } from '../../../testing/scene.ts'`],
  ['domains/a/move.test.ts', `import { move } from './store.ts'`],
  ['apps/server/domains.ts', `import stop from '../../domains/a/operations/stop.ts'`],
  ['testing/scene.ts', `import { domains } from '../../apps/server/domains.ts'`],
])

test('a changed file selects the tests that import it, and those beside its importers', () => {
  expect(relatedTests(files, ['domains/a/store.ts'])).toEqual([
    'domains/a/move.test.ts',
    'domains/a/operations/stop.test.ts',
  ])
})

test('a changed test selects itself, and the changed kit every test that uses it', () => {
  expect(relatedTests(files, ['domains/a/move.test.ts'])).toEqual(['domains/a/move.test.ts'])
  expect(relatedTests(files, ['testing/scene.ts'])).toEqual([
    'domains/a/operations/list.test.ts',
    'domains/a/operations/stop.test.ts',
  ])
})

test('a removed file and a file that is not TypeScript select no test', () => {
  expect(relatedTests(files, ['domains/a/gone.ts', 'README.md'])).toEqual([])
})
