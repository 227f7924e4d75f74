import { expect, test } from 'vitest'
import { type AgentStep, stepLine } from './agent-steps.ts'

const step = (of: Partial<AgentStep>): AgentStep => ({
  ...{ taskId: 't', runId: 'r', seq: 2, attempt: 1, position: 1, kind: 'message', callId: null, tool: null },
  ...{ input: null, text: null, textTruncated: false, ok: null, inputTokens: null, outputTokens: null, outcome: null },
  at: '2026-01-01T00:00:00.000Z',
  ...of,
})

test.each([
  ['what the agent says', { text: 'I run the tests.' }, '      “I run the tests.”'],
  ['a call', { kind: 'tool_call', tool: 'run', input: '{"command":"npm test"}' }, '      run {"command":"npm test"}'],
  ['the end of an output', { kind: 'tool_result', ok: true, text: 'begun\n2 passed\n' }, '        2 passed'],
  ['a failure', { kind: 'tool_result', ok: false, text: 'exit code 1' }, '        failed: exit code 1'],
  ['tokens', { kind: 'usage', inputTokens: 1_200, outputTokens: 80 }, '      1280 tokens'],
  ['the end', { kind: 'finished', outcome: 'completed', text: 'Done.' }, '      the agent ended: completed'],
  ['nothing of the beginning', { kind: 'started' }, undefined],
] as const)('a step shows %s', (_name, of, line) => {
  expect(stepLine(step(of))).toBe(line)
})

test('a step cannot move the cursor, begin a line or fill the screen', () => {
  const line = stepLine(step({ text: `\u001b[2J\r\nowned${'x'.repeat(1_000)}` }))!
  expect(line).not.toMatch(/[\u0000-\u001f]/)
  expect(line.length).toBeLessThan(180)
})
