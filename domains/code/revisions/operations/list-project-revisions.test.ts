import { expect, test } from 'vitest'
import { emptyProject } from '../../../../testing/cycles.ts'
import { expectError } from '../../../../testing/refusals.ts'
import { headOf } from '../../../../testing/repositories/revisions.ts'
import { scene } from '../../../../testing/scene.ts'
import { testServer } from '../../../../testing/server.ts'
import { asOwner } from '../../../../testing/database-state.ts'
import { listProjectRevisions } from '../contract.ts'

const server = await testServer()

test('200 lists the revisions newest first, page by page; 403 for a client', async () => {
  const world = await scene(server)
  const id = await emptyProject(world.owner)
  const head = await headOf(world.owner, id)
  await asOwner(
    server,
    `insert into revision select gen_random_uuid(), workspace_id, project_id, 1 + n, repository_id, branch, commit_sha,
       manifest, manifest_sha256, 'merge', null, created_at + n * interval '1 second' from revision, generate_series(1, 4) n
     where project_id = $1`,
    [id],
  )
  const { status, body } = await world.member.call(listProjectRevisions, { id })
  expect([status, body.map(({ generation }: { generation: number }) => generation)]).toEqual([200, [5, 4, 3, 2, 1]])
  expect(body.at(-1)).toMatchObject({ revisionId: head.revisionId, commitSha: head.commitSha, source: 'created' })
  const page = await world.member.call(listProjectRevisions, { id, query: { limit: 3 } })
  const cursor = new URL(/<(.+)>; rel="next"/.exec(page.headers.get('link')!)![1]!, server.baseUrl).searchParams
  const rest = await world.member.call(listProjectRevisions, { id, query: Object.fromEntries(cursor) })
  expect([...page.body, ...rest.body]).toEqual(body)
  await world.grant(id, world.clientId, 'steer')
  expectError(await world.client.call(listProjectRevisions, { id }), 403, 'forbidden')
})
