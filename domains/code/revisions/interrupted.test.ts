import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { expectError } from '../../../testing/refusals.ts'
import { bundleOf, importProject } from '../../../testing/repository.ts'
import { finalizeRevision, headOf, nextBundle, uploadedRevision } from '../../../testing/revisions.ts'
import { scene } from '../../../testing/scene.ts'
import { scheduledContext } from '../../../testing/scheduled.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { downloadProjectRevisionBundle, getProjectProtectedFiles } from './contract.ts'
import { reopenLapsedUploads } from './jobs/reopen-lapsed-uploads.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '4' })
const first = await bundleOf({ 'a.txt': 'a' })
const next = await nextBundle(first, { 'b.txt': 'b' })

const holder = new pg.Client({ connectionString: server.databaseUrl })
await holder.connect()
afterAll(() => holder.end())

const uploaded = async () => {
  const world = await scene(server)
  const { projectId: id, revisionId } = await importProject(world.owner, first)
  const [repository] = await world.rows('repository')
  const branch = () => server.parts.repositories.readRef(String(repository!.id), 'refs/heads/main')
  const upload = await uploadedRevision(world.owner, id, next)
  return { world, id, revisionId, repositoryId: String(repository!.id), branch, upload }
}

/** What a finalizer leaves that is killed after it moved the branch and before its transaction was committed. */
const killedAfterTheRef = async () => {
  const place = await uploaded()
  const { world, repositoryId, upload } = place
  const { repositories } = server.parts
  const shas = { from: first.commitSha, to: next.commitSha }
  const other = await uploadedRevision(world.owner, place.id, next)
  expect((await finalizeRevision(world.owner, other)).status).toBe(201)
  await asOwner(server, 'update project set head_revision_id = $2 where id = $1', [place.id, place.revisionId])
  await asOwner(server, 'delete from revision_upload where id = $1', [other.uploadId])
  await asOwner(server, 'delete from revision where project_id = $1 and generation = 2', [place.id])
  expect(await repositories.moveRef(repositoryId, 'refs/heads/main', shas)).toBe('moved')
  const text = `update revision_upload set status = 'finalizing', claim_id = gen_random_uuid(),
    claimed_until = now() - interval '1 second' where id = $1`
  await asOwner(server, text, [upload.uploadId])
  return place
}

test('a branch that a killed finalizer left ahead is taken back to the recorded head, and its upload is open again', async () => {
  const { world, id, revisionId, branch, upload } = await killedAfterTheRef()
  expect(await branch()).toBe(next.commitSha)
  expectError(await world.owner.call(downloadProjectRevisionBundle, { id, revisionId }), 409, 'revision_moving')
  expectError(await world.owner.call(getProjectProtectedFiles, { id }), 409, 'revision_moving')
  await reopenLapsedUploads(server.parts, scheduledContext)
  expect(await branch()).toBe(first.commitSha)
  expect(await world.rows('revision_upload')).toMatchObject([{ id: upload.uploadId, status: 'uploaded' }])
  expect((await finalizeRevision(world.owner, upload)).status).toBe(201)
  expect(await branch()).toBe(next.commitSha)
})

test('the next attempt itself goes on where a killed finalizer left off, and adds one generation', async () => {
  const { world, id, branch, upload } = await killedAfterTheRef()
  const { status, body } = await finalizeRevision(world.owner, upload)
  expect([status, body.generation, await branch()]).toEqual([201, 2, next.commitSha])
  expect((await headOf(world.owner, id)).commitSha).toBe(next.commitSha)
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

test('503 when the database disconnects between the branch and the commit; the branch goes back, and a retry works', async () => {
  const { world, id, branch, upload } = await uploaded()
  await holder.query('begin')
  await holder.query(`select pg_advisory_xact_lock(hashtext('held upload'), 0)`)
  const finalizing = finalizeRevision(world.owner, upload)
  const waiting = `select pid from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  while ((await asOwner(server, waiting)).length === 0);
  expect(await branch()).toBe(next.commitSha)
  await asOwner(server, `select pg_terminate_backend(pid) from (${waiting}) held`)
  await holder.query('rollback')
  expect((await finalizing).status).toBe(503)
  expect(await branch()).toBe(first.commitSha)
  expect((await headOf(world.owner, id)).generation).toBe(1)
  expect((await finalizeRevision(world.owner, upload)).status).toBe(201)
})
