import { expect, test } from 'vitest'
import { endingOf } from './keys.ts'

test('four characters are shown of a long key, and nothing of a short one', () => {
  expect([endingOf('x'.repeat(12) + 'abcd'), endingOf('x'.repeat(15))]).toEqual(['abcd', null])
})
