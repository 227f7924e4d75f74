import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { mergeLines } from './merge-policy.ts'
import { isLong } from '../../../testing/soak.ts'

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

const inAnyCase = /^Waits in any case/
test.each([
  [{}, [/proved\.$/, /^Waits for you: what is shown, checked, unverified\./, inAnyCase]],
  [
    { shown: 'merge', checked: 'prose' },
    [/proved, shown, checked changes of documentation alone\.$/, /checked, unverified/, inAnyCase],
  ],
  [
    { shown: 'merge', checked: 'merge', unverified: 'refuse' },
    [/proved, shown, checked\.$/, inAnyCase, /^Is refused: what is unv/],
  ],
] as const)('the policies %j list the changes that merge automatically', (review, lines) => {
  expect(mergeLines(inForce(review))).toEqual(lines.map((line) => expect.stringMatching(line) as string))
})

test('where each change is approved, each waits', () => {
  expect(mergeLines(inForce({ shown: 'merge' }, true))).toEqual([expect.stringContaining('Every change waits')])
})

const script = `
  process.stdin.isTTY = process.stderr.isTTY = process.argv[3] === 'terminal'
  const { askWhatMerges } = await import(process.argv[1])
  const sent = []
  const policies = { requiresApproval: null, review: { checked: 'prose' }, approval: {}, delivery: {} }
  const call = async ({ method }, { body } = {}) => {
    if (method === 'PUT') sent.push(body.review)
    return { ...policies, inForce: { review: { shown: { value: 'ask', from: process.argv[2] } } } }
  }
  const output = { json: false, say: (line) => console.error(line) }
  await askWhatMerges({ output, signal: new AbortController().signal, client: async () => ({ call }) })
  console.log(JSON.stringify(sent))`

const answered = async (from: string, at: string, answer: string): Promise<unknown> => {
  const file = join(import.meta.dirname, 'merge-policy.ts')
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, file, from, at])
  child.stdin.end(answer)
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')])
  return JSON.parse(printed)
}

test.runIf(isLong)('a terminal is asked once what merges automatically; elsewhere nothing is asked', async () => {
  const replies = await Promise.all([
    answered('instance', 'terminal', '2\n'),
    answered('instance', 'terminal', '\n'),
    answered('workspace', 'terminal', '2\n'),
    answered('instance', 'terminal', '3\n'),
    answered('instance', 'pipe', '2\n'),
  ])
  expect(replies).toEqual([
    [{ checked: 'ask', shown: 'merge' }],
    [{ checked: 'ask', shown: 'ask' }],
    [],
    [{ checked: 'prose', shown: 'merge' }],
    [],
  ])
})
