import { expect, test } from 'vitest'
import { groupsOf, isUnderWay, stepsOf } from './transcript-steps.ts'

type TranscriptRow = Parameters<typeof stepsOf>[0][number]

const recorded = (position: number, given: Partial<TranscriptRow>): TranscriptRow => ({
  taskId: 't',
  runId: 'r',
  seq: 1,
  attempt: 1,
  position,
  kind: 'message',
  at: `2026-03-04T10:00:0${position}.000Z`,
  callId: null,
  tool: null,
  input: null,
  text: null,
  textTruncated: false,
  ok: null,
  inputTokens: null,
  outputTokens: null,
  outcome: null,
  messageIds: null,
  limits: null,
  ...given,
})

test('a call and its result are one step, and token counts are not steps', () => {
  const steps = stepsOf([
    recorded(1, { kind: 'thought', text: 'A test first.' }),
    recorded(2, { kind: 'tool_call', callId: 'c', tool: 'run', input: '{"command":"npm test"}' }),
    recorded(3, { kind: 'usage', inputTokens: 10 }),
    recorded(4, { kind: 'tool_result', callId: 'c', ok: false, text: '1 failed' }),
    recorded(5, { kind: 'finished', outcome: 'completed' }),
  ])
  expect(steps.map(({ kind, text, output, ok, tookMs }) => [kind, text, output, ok, tookMs])).toEqual([
    ['thought', 'A test first.', undefined, undefined, undefined],
    ['ran', '{"command":"npm test"}', '1 failed', false, 2_000],
    ['ended', '', undefined, undefined, undefined],
  ])
})

test('a message does not repeat the output of the step before it', () => {
  const steps = stepsOf([
    recorded(1, { kind: 'tool_call', callId: 'c', tool: 'run', input: '{"command":"npm test"}' }),
    recorded(2, { kind: 'tool_result', callId: 'c', ok: false, text: 'Exit code 1\n1 failed' }),
    recorded(3, { text: 'I stopped at block 1 of 1. Exit code 1\n1 failed' }),
    recorded(4, { text: 'Exit code 1\n1 failed' }),
  ])
  expect(steps.map(({ text }) => text).slice(1)).toEqual(['I stopped at block 1 of 1.', 'Exit code 1\n1 failed'])
})

test('a question has its action, and giving up is said at the end alone', () => {
  const steps = stepsOf([
    recorded(1, { kind: 'tool_call', callId: 'a', tool: 'ask_person', input: '{"question":"Which day?"}' }),
    recorded(2, { kind: 'tool_call', callId: 'b', tool: 'give_up', input: '{"reason":"No."}' }),
    recorded(3, { kind: 'finished', outcome: 'gave-up' }),
  ])
  expect(steps.map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['questioned', undefined],
    ['ended', 'gave-up'],
  ])
})

test('a read file is not shown again; a call without a result is under way', () => {
  const [read, open] = stepsOf([
    recorded(1, { kind: 'tool_call', callId: 'a', tool: 'read', input: '{"path":"a.js"}' }),
    recorded(2, { kind: 'tool_result', callId: 'a', ok: true, text: 'a thousand lines' }),
    recorded(3, { kind: 'tool_call', callId: 'b', tool: 'find_tickets', input: '{}' }),
  ])
  expect(read).toMatchObject({ kind: 'read', ok: true })
  expect(read).not.toHaveProperty('output')
  expect(open).toMatchObject({ kind: 'used', text: 'find_tickets {}' })
  expect([read, open].map((step) => isUnderWay(step!))).toEqual([false, true])
})

test('more than three edits in a row are one group, without an edit that failed or is under way', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const calls = ids.map((callId, at) =>
    recorded(at, { kind: 'tool_call', callId, tool: 'edit', input: `{"path":"${callId}.js"}` }),
  )
  const results = ids
    .slice(0, -1)
    .map((callId, at) => recorded(at, { kind: 'tool_result', callId, ok: callId !== 'e', text: 'Edited.' }))
  const steps = stepsOf([...calls, ...results])
  expect(groupsOf(steps).map((group) => group.length)).toEqual([4, 1, 1, 1])
  expect(groupsOf(steps.slice(1)).map((group) => group.length)).toEqual([1, 1, 1, 1, 1, 1])
})
