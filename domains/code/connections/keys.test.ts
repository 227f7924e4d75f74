import { expect, test } from 'vitest'
import { endingOf, webhookSecretsAt, withSecret } from './keys.ts'

test('four characters are shown of a long key, and nothing of a short one', () => {
  expect([endingOf('x'.repeat(12) + 'abcd'), endingOf('x'.repeat(15))]).toEqual(['abcd', null])
})

test('secrets of before are accepted until their time', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))
  const first = withSecret({ token: 't', secret: null }, 'first', { now: at(0), until: at(9) })
  const second = withSecret(first, 'second', { now: at(0), until: at(2) })
  const third = withSecret(second, 'third', { now: at(1), until: at(3) })
  expect([1, 2, 3].map((hour) => webhookSecretsAt(third, at(hour)))).toEqual([
    ['third', 'second', 'first'],
    ['third', 'second'],
    ['third'],
  ])
  expect(withSecret(third, 'third', { now: at(1), until: at(9) })).toEqual(third)
  expect(webhookSecretsAt(withSecret(third, 'fourth', { now: at(1), until: null }), at(1))).toHaveLength(3)
})
