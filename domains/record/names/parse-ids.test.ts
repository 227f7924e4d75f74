import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { parseIds, parseTraceIds } from './handlers.ts'
import { namesMost } from './rules.ts'

test('each id is asked for once, and invalid ids are left out', () => {
  const id = uuidv7()
  expect(parseIds(`${id},main,${id},`)).toEqual([id])
  expect(parseIds(undefined)).toEqual([])
  expect(parseTraceIds(`${'ab'.repeat(16)},no,${id}`)).toEqual(['ab'.repeat(16)])
})

test('a call looks up no more than it may', () => {
  const ids = Array.from({ length: namesMost + 20 }, () => uuidv7())
  expect(parseIds(ids.join(','))).toEqual(ids.slice(0, namesMost))
})
