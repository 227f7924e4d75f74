import { expect, test } from 'vitest'
import { speakerLines, stepLine, type AgentStep } from './step-line.ts'

const step = (of: Partial<AgentStep>): AgentStep => ({
  taskId: 't',
  runId: 'r',
  seq: 2,
  attempt: 1,
  position: 1,
  kind: 'message',
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
  at: '2026-01-01T00:00:00.000Z',
  ...of,
})
const call = (tool: string, input: string) => ({ kind: 'tool_call', tool, input }) as const
const result = (tool: string, text: string, ok = true) => ({ kind: 'tool_result', tool, text, ok }) as const
const diff = 'Edited sum.js.\n```diff\n@@ -1 +1,2 @@\n-a\n+b\n+c\n```'

test.each([
  ['what the agent says', { text: 'I run the tests.' }, '      “I run the tests.”'],
  ['what it thinks', { kind: 'thought', text: 'The sum\nis off.' }, '      thinks: The sum is off.'],
  ['what an external agent calls its doing', call('execute', '{"title":"Run tests"}'), '      execute Run tests'],
  ['a command', call('run', '{"command":"npm test"}'), '      run npm test'],
  ['the file of an edit', call('edit', '{"find":"a\\nb","path":"sum.js","replace":"c"}'), '      edit sum.js'],
  ['a search', call('search', '{"pattern":"sum","path":"src"}'), '      search sum in src'],
  ['an input that was cut', call('run', '{"command": "npm test", "x": "y'), '      run npm test'],
  ['an input that nothing is known of', call('plan', '{"items":[]}'), '      plan {"items":[]}'],
  ['the end of an output', result('run', 'Exit code 0\nbegun\n2 passed\n'), '        2 passed'],
  ['the size of a change', result('edit', diff), '        Edited sum.js. +2 −1'],
  ['how much was read', result('read', '1: a\n2: b\n'), '        2 lines'],
  ['a failure', result('run', 'exit code 1', false), '        failed: exit code 1'],
  [
    'a fault of syntax',
    result('write', 'Wrote a.js.\nSyntax check: line 3'),
    '        Wrote a.js. Syntax check: line 3',
  ],
  ['the end', { kind: 'finished', outcome: 'completed', text: 'Done.' }, '      the agent ended: completed'],
  ['that it was given what people said', { kind: 'heard', messageIds: ['a', 'b'] }, '        was given 2 messages'],
  ['nothing of the beginning', { kind: 'started' }, undefined],
  ['nothing of what a call used', { kind: 'usage', inputTokens: 1_200, outputTokens: 80 }, undefined],
] satisfies [string, Partial<AgentStep>, string | undefined][])('a step shows %s', (_name, of, line) => {
  expect(stepLine(step(of))).toBe(line)
})

test('a step cannot move the cursor, begin a line or fill the screen', () => {
  const owned = `\u001b[2J\r\nowned${'x'.repeat(1_000)}`
  const steps = [{ text: owned }, call('run', JSON.stringify({ command: owned })), result('edit', owned)]
  for (const of of steps) {
    const line = stepLine(step(of))!
    expect(line).not.toMatch(/[\u0000-\u001f]/)
    expect(line.length).toBeLessThan(180)
  }
})

test('steps are headed by the title of their task if a run has several, and the speaker changes', () => {
  const titles = new Map([
    ['1', 'Of an earlier run'],
    ['2', 'Sign'],
  ])
  const isPast = (id: string) => id === '1'
  const speaker = speakerLines(titles, isPast)
  expect([speaker('2'), speaker('2')]).toEqual([undefined, undefined])
  titles.set('3', 'Hours')
  expect(['3', '3', '2', '3'].map(speaker)).toEqual(['    Hours:', undefined, '    Sign:', '    Hours:'])
})
