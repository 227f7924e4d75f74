import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { bundleOfDeltas } from '../../../testing/repositories/delta-bundle.ts'
import {
  importBlindly,
  finalize,
  importStatus,
  uploadBundle,
  uploadedImport,
} from '../../../testing/repositories/imports.ts'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { bundleOf } from '../../../testing/repository.ts'
import { takeRequestSlots } from '../../../testing/sandbox/request-slots.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { asOwner } from '../../../testing/database-state.ts'
import { takeClaim, withClaim, type UploadSession } from '../uploads/index.ts'
import { finalizeProjectImport } from './contract.ts'
import { importSessions } from './store.ts'

const server = await testServer({ ATELIER_SANDBOX_LIMIT: '3' })
const bundle = await bundleOf({ 'a.txt': 'a' })

const holder = new pg.Client({ connectionString: server.databaseUrl })
await holder.connect()
afterAll(() => holder.end())

const uploaded = async () => {
  const world = await scene(server)
  return { world, id: await uploadedImport(world.owner, bundle) }
}

const trigger = `
  create function hold_project() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(hashtext('held project'), 0);
    return new;
  end $$;
  create trigger hold_project before insert on project for each row execute function hold_project()`
await asOwner(server, trigger)

/** Locks new projects; once the work waits to insert one, runs the given action, and unlocks. */
const whileProjectIsHeld = async (meanwhile: () => Promise<unknown>) => {
  await holder.query('begin')
  await holder.query(`select pg_advisory_xact_lock(hashtext('held project'), 0)`)
  return async <T>(work: Promise<T>): Promise<T> => {
    const waiting = `select pid from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    while ((await asOwner(server, waiting)).length === 0);
    await meanwhile()
    await holder.query('rollback')
    return work
  }
}

test('503 with active, limit and Retry-After when all request slots are in use, without a change; a retry works', async () => {
  const { world, id } = await uploaded()
  const giveBack = await takeRequestSlots(server, world.workspace)
  const reply = await unchanged(server, () => finalize(world.owner, id))
  expectError(reply, 503, 'sandbox_budget')
  expect(reply.body).toMatchObject({ active: 2, limit: 2 })
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await importStatus(world.owner, id)).toBe('uploaded')
  await giveBack()
  expect((await finalize(world.owner, id)).status).toBe(201)
})

test('a caller who disconnects ends the check of the bundle and releases the slot', async () => {
  const world = await scene(server)
  const { bytes, commitSha } = bundleOfDeltas({ deltas: 30, sizeBytes: 16_000_000 })
  const id = await uploadedImport(world.owner, importBlindly(bytes, commitSha))
  const leaving = new AbortController()
  const input = { id, body: { protectedFiles: [], secrets: {} } }
  const left = world.owner.open(finalizeProjectImport, input, { signal: leaving.signal }).catch((error: Error) => error)
  while ((await world.rows('sandbox_slot')).length === 0);
  leaving.abort()
  expect(await left).toMatchObject({ name: 'AbortError' })
  while ((await world.rows('sandbox_slot')).length > 0);
  expect(await importStatus(world.owner, id)).toBe('uploaded')
})

test('409 while another process holds the claim, and 201 after that process died and the claim expired', async () => {
  const { world, id } = await uploaded()
  const claim = `update project_import set status = 'finalizing', claim_id = gen_random_uuid(), claimed_until = now() + $2::interval
    where id = $1`
  await asOwner(server, claim, [id, '1 minute'])
  expectError(await unchanged(server, () => finalize(world.owner, id)), 409, 'import_claimed')
  await asOwner(server, claim, [id, '-1 second'])
  expect((await uploadBundle(world.owner, id, bundle.bytes)).status).toBe(200)
  await asOwner(server, claim, [id, '-1 second'])
  expect((await finalize(world.owner, id)).status).toBe(201)
})

test('the claim of a dead process expires within ten seconds', async () => {
  const { world, id } = await uploaded()
  const session = { id } as UploadSession
  const claim = await takeClaim(server.parts, world.workspace, importSessions, session)
  if (!claim || 'limit' in claim) throw new Error('There was no claim')
  const text = `select claimed_until > now()::timestamptz(3) and claimed_until <= now() + interval '10 seconds' as short
    from project_import where id = $1`
  expect(await asOwner(server, text, [id])).toEqual([{ short: true }])
  await withClaim(server.parts, claim, () => Promise.resolve())
})

test('409 for a finalize that lost its claim, without a trace of it', async () => {
  const { world, id } = await uploaded()
  const steal = () => asOwner(server, 'update project_import set claim_id = gen_random_uuid() where id = $1', [id])
  const under = await whileProjectIsHeld(steal)
  expectError(await under(finalize(world.owner, id)), 409, 'import_claimed')
  expect(await asOwner(server, 'select from repository_pack where workspace_id = $1', [world.workspace])).toEqual([])
  expect(await world.rows('project')).toEqual([])
  expect(await world.rows('sandbox_slot')).toEqual([])
})

test('503 when the database disconnects during the commit, without a change; the next finalize works', async () => {
  const { world, id } = await uploaded()
  const kill = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  const reply = await unchanged(server, async () => {
    const under = await whileProjectIsHeld(() => asOwner(server, kill))
    return under(finalize(world.owner, id))
  })
  expectError(reply, 503, 'database_unavailable')
  expect(await importStatus(world.owner, id)).toBe('uploaded')
  expect((await finalize(world.owner, id)).status).toBe(201)
})

test('200 for a caller who disconnected before the answer and asks again', async () => {
  const { world, id } = await uploaded()
  const leaving = new AbortController()
  const under = await whileProjectIsHeld(() => {
    leaving.abort()
    return Promise.resolve()
  })
  const input = { id, body: { protectedFiles: [], secrets: {} } }
  const gone = world.owner.open(finalizeProjectImport, input, { signal: leaving.signal }).catch((error: Error) => error)
  expect(await under(gone)).toMatchObject({ name: 'AbortError' })
  let reply = await finalize(world.owner, id)
  while (reply.status === 409) reply = await finalize(world.owner, id)
  expect([200, 201]).toContain(reply.status)
  expect(await world.rows('project')).toHaveLength(1)
})
