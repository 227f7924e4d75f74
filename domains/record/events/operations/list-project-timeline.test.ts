import { expect, test } from 'vitest'
import { emptyProject } from '../../../../testing/cycles.ts'
import { expectError } from '../../../../testing/refusals.ts'
import { scene, type Scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { record, type ActivityEvent } from '../../../../platform/audit/index.ts'
import { listProjectTimeline } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

const world = async () => {
  const at = await scene(server)
  return { at, projectId: await emptyProject(at.owner) }
}
const happen = async (
  { workspace }: Scene,
  projectId: string,
  ...events: Pick<ActivityEvent, 'name' | 'payload'>[]
) => {
  for (const event of events)
    await server.database.within(workspace, async (tx) =>
      record(tx, undefined, { entity: ['task', projectId], projectId, ...event }),
    )
}
const namesOf = (body: unknown) => (body as { eventType: string }[]).map(({ eventType }) => eventType)

test('200 lists milestones of a project, newest first, without steps on the way', async () => {
  const { at, projectId } = await world()
  const other = await emptyProject(at.owner)
  await happen(
    at,
    projectId,
    { name: 'cycle.proposed' },
    { name: 'task.building' },
    { name: 'task.checked', payload: { phase: 'base', outcome: 'failed', name: 'lint' } },
    { name: 'task.checked', payload: { phase: 'task', outcome: 'passed', name: 'lint' } },
    { name: 'task.checked', payload: { phase: 'task', outcome: 'failed', name: 'empty basket' } },
    { name: 'task.reviewed', payload: { verdict: 'proved' } },
    { name: 'task.reviewed', payload: { verdict: 'refused' } },
    { name: 'cycle.completed' },
  )
  await happen(at, other, { name: 'cycle.failed' })
  const reply = await at.member.call(listProjectTimeline, { projectId })
  expect([reply.status, namesOf(reply.body)]).toEqual([
    200,
    ['cycle.completed', 'task.reviewed', 'task.checked', 'cycle.proposed'],
  ])
  expect(reply.body[2].payload).toEqual({ phase: 'task', outcome: 'failed', name: 'empty basket' })
})

test('200 pages by cursor, each milestone once', async () => {
  const { at, projectId } = await world()
  await happen(at, projectId, ...Array.from({ length: 5 }, () => ({ name: 'cycle.completed' as const })))
  const positions: number[] = []
  let cursor: string | null | undefined
  do {
    const query = { limit: 2, ...(cursor && { cursor }) }
    const { body, headers } = await at.member.call(listProjectTimeline, { projectId, query })
    positions.push(...body.map(({ position }: { position: number }) => position))
    cursor = /[?&]cursor=([^&>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
    if (cursor) cursor = decodeURIComponent(cursor)
  } while (cursor)
  expect(positions).toHaveLength(5)
  expect(positions).toEqual(positions.toSorted((one, other) => other - one))
})

test('400 for a cursor of another list', async () => {
  const { at, projectId } = await world()
  expectError(
    await at.member.call(listProjectTimeline, { projectId, query: { cursor: 'nothing' } }),
    400,
    'invalid_request',
  )
})
