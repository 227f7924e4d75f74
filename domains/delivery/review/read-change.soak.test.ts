import { afterAll, expect, test } from 'vitest'
import { propose, runCycle } from '../../../testing/delivery.ts'
import { startModelProvider } from '../../../testing/model-provider/index.ts'
import { readChanges, write } from '../../../testing/read-changes.ts'
import { modelSettings } from '../../../testing/scripted-turns.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { getTaskReviewEvidence } from '../tasks/contract.ts'

const provider = await startModelProvider()
afterAll(() => provider.close())
const server = await testServer({ ...modelSettings(provider.baseUrl, 'a-key'), ATELIER_MODEL_REVIEW: 'on' })
const { world, run } = readChanges(server, provider)

test('an endpoint that is busy each time gives no review, and the rules decide alone', async () => {
  const busy = { status: 429, retryAfter: '0' } as const
  const { cycle, verdict } = await run(await world(), ...write('Adds.\n'), busy, busy, busy)
  expect([cycle.status, verdict.modelReview]).toMatchObject([
    'completed',
    { outcome: 'none', summary: expect.stringContaining('429') },
  ])
})

test('a cap that does not cover the review leaves the change without one, and nothing is reserved', async () => {
  const made = await world()
  const { at, projectId } = made
  let go = (_: unknown) => {}
  const [first, last] = write('Adds.\n')
  const held = { ...(last as { readonly text: string }), when: new Promise((resolve) => (go = resolve)) }
  const before = provider.requests.length
  provider.push(first!, held)
  const running = runCycle(at.owner, await propose(at.owner, projectId, 'Keep notes.'))
  while (provider.requests.length < before + 2) await provider.nextRequest()
  await asOwner(server, 'update budget set cap_micros = 1 where scope_id = $1', [projectId])
  go(undefined)
  const { cycle, tasks } = await running
  const { body } = await at.owner.call(getTaskReviewEvidence, { id: tasks[0].id as string })
  expect([cycle.status, body.verdict.modelReview]).toMatchObject([
    'completed',
    { outcome: 'none', summary: expect.stringContaining("The project's model budget of") },
  ])
  expect(provider.requests).toHaveLength(before + 2)
  const reserved = 'select scope_id from budget where reserved_micros <> 0'
  expect(await asOwner(server, reserved)).toEqual([])
})
