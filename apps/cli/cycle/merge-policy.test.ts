import { expect, test } from 'vitest'
import { mergeLines } from './merge-policy.ts'

type Input = Parameters<typeof mergeLines>[0]

const inForce = (review: Readonly<Record<string, string>>, requiresApproval = false) =>
  ({
    requiresApproval: { value: requiresApproval, from: 'instance' },
    review: Object.fromEntries(
      Object.entries({ shown: 'ask', checked: 'ask', unverified: 'ask', ...review }).map(([name, value]) => [
        name,
        { value, from: 'instance' },
      ]),
    ),
  }) as unknown as Input

test.each([
  [{}, [/proved\.$/, /^Waits for you: what is shown, checked, unverified\./]],
  [
    { shown: 'merge', checked: 'prose' },
    [/proved, shown, checked changes of documentation alone\.$/, /checked, unverified/],
  ],
  [
    { shown: 'merge', checked: 'merge', unverified: 'refuse' },
    [/proved, shown, checked\.$/, /^Is refused: what is unv/],
  ],
] as const)('the policies %j say which changes merge by themselves', (review, lines) => {
  expect(mergeLines(inForce(review))).toEqual(lines.map((line) => expect.stringMatching(line) as string))
})

test('where each change is approved, each waits', () => {
  expect(mergeLines(inForce({ shown: 'merge' }, true))).toEqual([expect.stringContaining('Every change waits')])
})
