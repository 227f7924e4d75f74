import { expect, test } from 'vitest'
import { mergeChoiceNames, mergeChoiceOf, mergeChoices, mergesUnder } from './merge-choice.ts'

test('a choice is known by its policies, and any other combination is no choice', () => {
  for (const name of mergeChoiceNames) expect(mergeChoiceOf(mergeChoices[name])).toBe(name)
  expect(mergeChoiceOf({ shown: 'ask', checked: 'merge', unverified: 'ask' })).toBeUndefined()
  expect(mergeChoiceOf({ ...mergeChoices.own, unverified: 'merge' })).toBeUndefined()
})

test('a waiting change names the choices under which a change like it merges', () => {
  const under = (...reasons: readonly { code: string; kind?: string }[]) =>
    mergeChoiceNames.filter((name) => mergesUnder(name, reasons))
  const texts = { code: 'unseen', kind: 'shape_changed' }
  expect(under({ code: 'shown' })).toEqual(['own', 'texts'])
  expect(under({ code: 'shown' }, texts)).toEqual(['texts'])
  expect(under({ code: 'checked' }, texts)).toEqual(['texts'])
  expect(under({ code: 'checked' })).toEqual([])
  expect(under({ code: 'shown' }, { code: 'unseen', kind: 'hunk_not_shown' })).toEqual([])
  expect(under({ code: 'approval_required' })).toEqual([])
  expect(under()).toEqual([])
})
