import { expect, test } from 'vitest'
import type { AgentStep } from '../terminal/step-line.ts'
import { agentClock } from './agent-steps.ts'

const step = (of: Partial<AgentStep>): AgentStep => ({
  ...{ taskId: 't', runId: 'r', seq: 2, attempt: 1, position: 1, kind: 'message', callId: null, tool: null },
  ...{ input: null, text: null, textTruncated: false, ok: null, inputTokens: null, outputTokens: null, outcome: null },
  ...{ messageIds: null, limits: null, at: '2026-01-01T00:00:00.000Z' },
  ...of,
})

test('the time left of an attempt counts from its own beginning, by the times of the server', () => {
  const clock = agentClock()
  const limits = { steps: 300, tokens: 1_000, wallMs: 3_600_000 }
  clock.see(step({ kind: 'started', limits }))
  clock.see(step({ kind: 'started', limits, attempt: 2, at: '2026-01-01T00:50:00.000Z' }))
  const later = { kind: 'usage', at: '2026-01-01T00:55:00.000Z' } as const
  expect(clock.leftMs(step(later))).toBe(5 * 60_000)
  expect(clock.leftMs(step({ ...later, attempt: 2 }))).toBe(55 * 60_000)
  expect(clock.leftMs(step({ ...later, taskId: 'another' }))).toBeUndefined()
})
