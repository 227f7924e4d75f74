import { expect, test } from 'vitest'
import { withoutMarks } from './without-marks.ts'

test('marks of Markdown are left out of a text, and its own signs are kept', () => {
  expect(withoutMarks('We begin with the **gift cards**, in `shop.ts`.')).toBe(
    'We begin with the gift cards, in shop.ts.',
  )
  expect(withoutMarks('## Plan\n> as said\n```ts\na * b # c\n```')).toBe('Plan\nas said\n\na * b # c\n')
})
