import fc from 'fast-check'
import { expect, test } from 'vitest'
import { questionOptions } from './question-options.ts'

test('the numbered lines of a question are its options', () => {
  expect(questionOptions('Which colour?\n\n1. **Green**\n2. Blue')).toEqual(['Green', 'Blue'])
  expect(questionOptions('1) Green\n2) Blue\n\nWhich of them?')).toEqual(['Green', 'Blue'])
})

test('a list with dots is options only as the end of a question', () => {
  expect(questionOptions('Where is it paid?\n- in the shop\n- by mail')).toEqual(['in the shop', 'by mail'])
  expect(questionOptions('I found:\n- a shop\n- a post office\n\nShould I go on?')).toEqual([])
  expect(questionOptions('I found:\n- a shop\n- a post office')).toEqual([])
})

test('a question without a list, with one option, or with two lists has none', () => {
  expect(questionOptions('When are you closed?')).toEqual([])
  expect(questionOptions('Which?\n1. Green')).toEqual([])
  expect(questionOptions('Which?\n1. Green\n2. Blue\n\nHow?\n1. Soon\n2. Late')).toEqual([])
})

test('there are never more options than keys, and none is empty or long', () => {
  const lines = fc.array(fc.string({ maxLength: 300 }), { maxLength: 15 })
  fc.assert(
    fc.property(lines, (items) => {
      const options = questionOptions(`Which?\n${items.map((item, at) => `${at + 1}. ${item}`).join('\n')}`)
      expect(options.length).toBeLessThanOrEqual(9)
      expect(options.every((option) => option !== '' && option.length <= 200)).toBe(true)
    }),
  )
})
