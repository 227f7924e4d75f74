import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { headOfBranch } from '../../../testing/repositories/refs.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { finalizeRevision, headOf, nextBundle, uploadedRevision } from '../../../testing/repositories/revisions.ts'
import { scene } from '../../../testing/scene.ts'
import { scheduledContext } from '../../../testing/jobs/scheduled.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { reopenLapsedUploads } from './jobs/reopen-lapsed-uploads.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '4' })
const first = await bundleOf({ 'a.txt': 'a' })
const next = await nextBundle(first, { 'b.txt': 'b' })

const holder = new pg.Client({ connectionString: server.databaseUrl })
await holder.connect()
afterAll(() => holder.end())

const uploaded = async () => {
  const world = await scene(server)
  const { projectId: id } = await importProject(world.owner, first)
  const [repository] = await world.rows('repository')
  const branch = () => headOfBranch(server, repository!.id)
  const upload = await uploadedRevision(world.owner, id, next)
  return { world, id, branch, upload }
}

test('an upload that a killed finalizer claimed is open again, and the next attempt adds one generation', async () => {
  const { world, branch, upload } = await uploaded()
  const text = `update revision_upload set status = 'finalizing', claim_id = gen_random_uuid(),
    claimed_until = now() - interval '1 second' where id = $1`
  await asOwner(server, text, [upload.uploadId])
  await reopenLapsedUploads(server.parts, scheduledContext)
  expect(await world.rows('revision_upload')).toMatchObject([{ id: upload.uploadId, status: 'uploaded' }])
  const { status, body } = await finalizeRevision(world.owner, upload)
  expect([status, body.generation, await branch()]).toEqual([201, 2, next.commitSha])
})

await asOwner(
  server,
  `create function hold_finalized() returns trigger language plpgsql as $$
   begin
     perform pg_advisory_xact_lock_shared(hashtext('held upload'), 0);
     return new;
   end $$;
   create constraint trigger hold_finalized after update on revision_upload deferrable initially deferred for each row
     when (new.status = 'finalized') execute function hold_finalized()`,
)

test('503 when the database disconnects before the commit; no branch has moved, and a retry works', async () => {
  const { world, id, branch, upload } = await uploaded()
  await holder.query('begin')
  await holder.query(`select pg_advisory_xact_lock(hashtext('held upload'), 0)`)
  const finalizing = finalizeRevision(world.owner, upload)
  const waiting = `select pid from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  while ((await asOwner(server, waiting)).length === 0);
  await asOwner(server, `select pg_terminate_backend(pid) from (${waiting}) held`)
  await holder.query('rollback')
  expect((await finalizing).status).toBe(503)
  expect(await branch()).toBe(first.commitSha)
  expect((await headOf(world.owner, id)).generation).toBe(1)
  expect((await finalizeRevision(world.owner, upload)).status).toBe(201)
})
