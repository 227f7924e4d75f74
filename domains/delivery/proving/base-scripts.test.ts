import { expect, test } from 'vitest'
import { baseScripts } from './check-base-tests.ts'

test('scripts and settings of runners come from the base, and packages from the change', () => {
  const before = { name: 'a', scripts: { test: 'jest' }, jest: { bail: 1 }, dependencies: { a: '1' } }
  const after = { name: 'a', scripts: { test: 'true' }, mocha: {}, dependencies: { a: '2' } }
  expect(JSON.parse(baseScripts(JSON.stringify(before), JSON.stringify(after))!)).toEqual({
    name: 'a',
    scripts: { test: 'jest' },
    jest: { bail: 1 },
    dependencies: { a: '2' },
  })
})

test('nothing is made where scripts are the same, or a text is no object', () => {
  const same = '{ "scripts": { "test": "jest" } }'
  expect(baseScripts(same, '{ "scripts": { "test": "jest" }, "version": "2" }')).toBeUndefined()
  for (const broken of ['', '[]', 'null', '{ "scripts"']) expect(baseScripts(same, broken)).toBeUndefined()
})
