import { expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { emptyProject } from '../../../../testing/cycles.ts'
import { expectError } from '../../../../testing/refusals.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { listProjectLinearSessions } from '../contract.ts'

const server = await testServer({ ATELIER_ROLE: 'server' })

test('200 with no conversation, since no tracker is connected; 403 for a client with a grant', async () => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  expect(await at.member.call(listProjectLinearSessions, { id })).toMatchObject({ status: 200, body: [] })
  await at.grant(id, at.clientId, 'steer')
  expectError(await at.client.call(listProjectLinearSessions, { id }), 403, 'forbidden')
})

test('200 with only the conversations of this project, newest first', async () => {
  const at = await scene(server)
  const id = await emptyProject(at.owner)
  const other = await emptyProject(at.owner)
  const session = (projectId: string, issue: string, createdAt: string) =>
    server.database.within(at.workspace, (tx) =>
      tx.query({
        text: `insert into linear_session (id, workspace_id, project_id, session_key, issue_key, issue_title, issue_url, created_at)
       select $1, workspace_id, id, $2, $2, 'Show the opening hours', 'https://linear.app/acme/issue/' || $2, $3
       from project where id = $4`,
        values: [uuidv7(), issue, createdAt, projectId],
      }),
    )
  await session(id, 'SHOP-1', '2026-03-04T10:00:00Z')
  await session(id, 'SHOP-2', '2026-03-05T10:00:00Z')
  await session(other, 'SHOP-3', '2026-03-05T10:00:00Z')
  const { body } = await at.owner.call(listProjectLinearSessions, { id })
  expect(body).toMatchObject([
    { issueKey: 'SHOP-2', issueTitle: 'Show the opening hours', cycleId: null, projectId: id },
    { issueKey: 'SHOP-1' },
  ])
})
