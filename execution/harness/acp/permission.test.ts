import type { PermissionOptionKind, ToolKind } from '@agentclientprotocol/sdk'
import { expect, test } from 'vitest'
import { answerPermission } from './permission.ts'

const asked = (kinds: readonly PermissionOptionKind[], kind: ToolKind, ...paths: readonly string[]) =>
  answerPermission('/worktree', {
    sessionId: 'one',
    toolCall: { toolCallId: 'a', kind, locations: paths.map((path) => ({ path })) },
    options: kinds.map((one) => ({ optionId: one, name: one, kind: one })),
  })
const all = ['reject_always', 'allow_always', 'reject_once', 'allow_once'] as const
const chosen = (optionId: string) => ({ outcome: { outcome: 'selected', optionId } })

test('allows actions in the sandbox, once if the agent offers that', () => {
  expect(asked(all, 'execute')).toMatchObject({ allowed: true, response: chosen('allow_once') })
  expect(asked(['allow_always', 'reject_once'], 'fetch').response).toEqual(chosen('allow_always'))
  expect(asked(all, 'edit', '/worktree/a/b', 'c')).toMatchObject({ allowed: true })
  expect(asked(all, 'read', '/usr/include/stdio.h')).toMatchObject({ allowed: true })
})

test.each(['/etc/passwd', '/worktree/../tmp/x', '../x', '/worktree-2/x', '/'])('a change of %s is not', (path) => {
  expect(asked(all, 'edit', '/worktree/a', path)).toMatchObject({ allowed: false, response: chosen('reject_once') })
  expect(asked(['reject_always'], 'delete', path).response).toEqual(chosen('reject_always'))
})

test('a question without a fitting answer is cancelled', () => {
  expect(asked(['reject_once'], 'execute')).toMatchObject({
    allowed: false,
    response: { outcome: { outcome: 'cancelled' } },
  })
  expect(asked([], 'move', '/x').response).toEqual({ outcome: { outcome: 'cancelled' } })
})
