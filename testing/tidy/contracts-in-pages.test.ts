import { expect, test } from 'vitest'
import { findingsOf, treeOf } from './index.ts'

test('a page reads of an operation what its build keeps, and names the types of the rest', () => {
  const text = `import { listA } from '../../domains/area/a/contract.ts'
type Errors = typeof listA.errors
call(listA.path, listA.errors)
call(listB.errors)`
  const found = findingsOf(treeOf([['apps/console/a.tsx', text]]), 'contractsInPages')
  expect(found.map(({ path, line, wrong }) => [path, line, wrong])).toEqual([
    ['apps/console/a.tsx', 3, expect.stringContaining('“errors” of listA')],
  ])
})
