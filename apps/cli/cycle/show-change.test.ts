import { expect, test } from 'vitest'
import { quietSession } from '../../../testing/cli/quiet-session.ts'
import type { Client } from '../client/client.ts'
import type { CycleEvent } from '../client/follow.ts'
import { absent, unreachable } from '../failure.ts'
import { changeLines } from './watch-cycle.ts'

const { session } = quietSession('/')
const entityId = '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'
const event = (eventType: string) => ({ eventType, entityId, entityType: 'task', payload: {} }) as unknown as CycleEvent
const clientWith = (call: () => Promise<unknown>) => ({ call }) as unknown as Client
const patch = ['diff --git a/a.txt b/a.txt', ...Array.from({ length: 70 }, (_, at) => `+line ${at}\u001b[2J`)].join(
  '\n',
)

test('the diff of a task is shown once it was reviewed, cut if it is long, and steers no terminal', async () => {
  const client = clientWith(() => Promise.resolve({ patch, patchTruncated: false }))
  const lines = await changeLines(session, client, event('task.reviewed'))
  expect(lines).toHaveLength(61)
  expect(lines.join('\n')).not.toContain('\u001b')
  expect(lines.at(-1)).toContain('11 more lines. All of it: ')
  expect(await changeLines(session, client, event('task.checked'))).toEqual([])
})

test('a client who may not read the evidence watches without it, and a server that no longer exists is reported', async () => {
  const refused = clientWith(() => Promise.reject(absent('no_evidence', 'There is none.')))
  expect(await changeLines(session, refused, event('task.reviewed'))).toEqual([])
  const gone = clientWith(() => Promise.reject(unreachable('not_reached', 'It is gone.')))
  await expect(changeLines(session, gone, event('task.reviewed'))).rejects.toThrow('It is gone.')
})
