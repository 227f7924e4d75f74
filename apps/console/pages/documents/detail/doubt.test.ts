import { expect, test } from 'vitest'
import { isDoubtful, joinedCells } from './doubt.ts'

const page = { state: 'parsed', confidence: 1, reasons: [], decision: null } as const

test('a page is doubtful if its text is not sure or a part is missing, until a person decides about it', () => {
  expect(isDoubtful(page)).toBe(false)
  expect(isDoubtful({ ...page, confidence: 0.7 })).toBe(true)
  expect(isDoubtful({ ...page, reasons: ['part_not_read'] })).toBe(true)
  expect(isDoubtful({ ...page, confidence: 0.7, decision: 'accepted' })).toBe(false)
  expect(isDoubtful({ ...page, state: 'empty', confidence: 0 })).toBe(false)
})

test('a cell with two numbers is two columns; words and single amounts are not', () => {
  const markdown =
    'from 7 to 8\n| Price | Tax Amount |\n| --- | --- |\n| 95.00 | 19 % 712.50 |\n| 7.5 hours | EUR 847.88 |'
  expect(joinedCells(markdown)).toEqual(['19 % 712.50'])
})
