import { expect, test } from 'vitest'
import { en } from '../../words/policies/en.ts'
import { groupAfter, conflictingValue, settingsOf, type Policies } from './policy-settings.ts'

const here = <Value>(value: Value) => ({ value, from: 'workspace' as const })
const policies: Policies = {
  requiresApproval: null,
  review: { weakened: 'refuse' },
  approval: { remindEveryHours: 5 },
  inForce: {
    requiresApproval: here(false),
    review: {
      shown: here('ask'),
      checked: here('ask'),
      unverified: here('ask'),
      weakened: here('refuse'),
      model: here('on'),
      probes: here('on'),
      examiner: here('off'),
      packages: here('named'),
    },
    approval: { remindEveryHours: here(5), expireAfterHours: here(0) },
    delivery: { onApproval: here('nothing') },
  },
}
const named = (name: string, whose: 'workspace' | 'project' = 'project') =>
  settingsOf(policies, en, whose).find((setting) => setting.name === name)!

test('distinguishes a policy’s own value from an inherited one', () => {
  expect(named('weakened').said).toBe('refuse')
  expect(named('unverified')).toMatchObject({ said: null, inForce: { value: 'ask', from: 'workspace' } })
})

test('a wait that the page does not offer is offered if it is set, in its order', () => {
  expect(named('remindEveryHours').choices.slice(0, 4)).toEqual([
    [0, 'Never'],
    [4, 'Every 4 hours'],
    [5, 'Every 5 hours'],
    [8, 'Every 8 hours'],
  ])
})

test('a workspace takes back whether a change is approved, a project does not', () => {
  expect(named('requiresApproval', 'workspace').canInherit).toBe(true)
  expect(named('requiresApproval').canInherit).toBe(false)
})

test('one policy of a group is set or taken back, and the others stay', () => {
  expect(groupAfter({ weakened: 'refuse' }, 'unverified', 'merge')).toEqual({ weakened: 'refuse', unverified: 'merge' })
  expect(groupAfter({ weakened: 'refuse', model: 'off' }, 'weakened', null)).toEqual({ model: 'off' })
  expect(groupAfter(undefined, 'remindEveryHours', 0)).toEqual({ remindEveryHours: 0 })
})

test('the second person to choose sees the first one’s value, unless both are the same', () => {
  const chosen = { setting: named('weakened'), value: 'ask', seen: 'refuse' }
  expect(conflictingValue(policies, chosen)).toBeUndefined()
  expect(conflictingValue({ ...policies, review: { weakened: 'merge' } }, chosen)).toEqual({ theirs: 'merge' })
  expect(conflictingValue({ ...policies, review: {} }, chosen)).toEqual({ theirs: null })
  expect(conflictingValue({ ...policies, review: { weakened: 'ask' } }, chosen)).toBeUndefined()
  expect(conflictingValue({ ...policies, review: { weakened: 'refuse', model: 'off' } }, chosen)).toBeUndefined()
})
