import { expect, test } from 'vitest'
import { relatedTests } from './related-tests.ts'

const files = new Map([
  ['domains/area/a/store.ts', ''],
  ['domains/area/a/handlers.ts', `import { move } from './store.ts'`],
  ['domains/area/a/operations/stop.test.ts', `import { scene } from '../../../../testing/scene.ts'`],
  ['domains/area/other/operations/list.test.ts', `import { scene } from '../../../../testing/scene.ts'`],
  ['domains/area/a/move.test.ts', `import { move } from './store.ts'`],
  ['apps/server/domains.ts', `import a from '../../domains/area/a/handlers.ts'`],
  ['testing/scene.ts', `import { domains } from '../../apps/server/domains.ts'`],
])

test('a changed file selects the tests that import it, and the tests of operations that use it', () => {
  expect(relatedTests(files, ['domains/area/a/store.ts'])).toEqual([
    'domains/area/a/move.test.ts',
    'domains/area/a/operations/stop.test.ts',
  ])
})

test('a changed test selects itself, and the changed kit every test that uses it', () => {
  expect(relatedTests(files, ['domains/area/a/move.test.ts'])).toEqual(['domains/area/a/move.test.ts'])
  expect(relatedTests(files, ['testing/scene.ts'])).toEqual([
    'domains/area/a/operations/stop.test.ts',
    'domains/area/other/operations/list.test.ts',
  ])
})

test('a removed file and a file that is not TypeScript select no test', () => {
  expect(relatedTests(files, ['domains/area/a/gone.ts', 'README.md'])).toEqual([])
})
