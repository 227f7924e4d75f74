import { expect, test } from 'vitest'
import { withoutCode, withoutMarks } from './without-marks.ts'

test('marks of Markdown are left out of a text, and its own signs are kept', () => {
  expect(withoutMarks('We begin with the **gift cards**, in `shop.ts`.')).toBe(
    'We begin with the gift cards, in shop.ts.',
  )
  expect(withoutMarks('## Plan\n> as said\n```ts\na * b # c\n```')).toBe('Plan\nas said\n\na * b # c\n')
})

const edit = '```edit prices.js\n<<<<<<< find\na\n=======\nb\n>>>>>>> replace\n```'

test('edits of the offline model are no words of a message, also if an excerpt ends within one', () => {
  expect(withoutMarks(`No small coins.\n\n${edit}`).trim()).toBe('No small coins.\n\n prices.js')
  expect(withoutMarks(`No small coins. ${edit.slice(0, 40)}`)).not.toContain('<<<')
})

test('blocks of code are left out of a request that has sentences as well', () => {
  expect(withoutCode(`No small coins.\n\n${edit}\n\nAnd \`cents\` stay.`)).toBe('No small coins.\n\nAnd `cents` stay.')
  expect(withoutCode(`No small coins.\n\`\`\`run\nsleep 1`)).toBe('No small coins.')
  expect(withoutCode(edit)).toBe(edit)
})
