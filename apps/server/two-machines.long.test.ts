import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCli, startCli } from '../../testing/cli/run-cli.ts'
import { callerOf } from '../../testing/caller.ts'
import { asOwner } from '../../testing/database-state.ts'
import { fileBlock, library, mergeUnverified, propose, runCycle } from '../../testing/delivery.ts'
import { bundleOf, importProject } from '../../testing/repository.ts'
import { headOf } from '../../testing/revisions.ts'
import { startFakeS3 } from '../../testing/s3.ts'
import { scene } from '../../testing/scene.ts'
import { restarted, testServer } from '../../testing/server.ts'
import { testRootKey } from '../../testing/sessions.ts'

const fake = await startFakeS3('objects')
const settings = {
  ATELIER_OBJECTS: `s3://objects/atelier?endpoint=${encodeURIComponent(fake.endpoint)}`,
  AWS_ACCESS_KEY_ID: fake.place.accessKeyId,
  AWS_SECRET_ACCESS_KEY: fake.place.secretAccessKey,
  ATELIER_SANDBOX_LIMIT: '2',
}
const first = await testServer(settings)
const dataFolder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
afterAll(async () => {
  await fake.close()
  await rm(dataFolder, { recursive: true, force: true })
})

test('one command adds a machine, which takes steps within a minute', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
  const environment = {
    ...settings,
    DATABASE_URL: first.databaseUrl,
    SECRETS_ENCRYPTION_KEY: testRootKey,
    ATELIER_DATA: folder,
    ATELIER_PORT: '0',
    HOME: folder,
  }
  const began = performance.now()
  const joined = startCli(['join'], folder, environment)
  const working = 'select count(*)::int as machines from machine where works_until > now()'
  await expect.poll(async () => asOwner(first, working)).toEqual([{ machines: 2 }])
  expect(performance.now() - began).toBeLessThan(60_000)
  expect((await stat(join(folder, 'atelier.env'))).mode & 0o777).toBe(0o600)
  joined.interrupt()
  const { exitCode, stdout } = await joined.ended
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Atelier is ready at')])
  const again = await runCli(['join', '--json'], folder, { ...environment, ATELIER_ROLE: 'all' })
  expect([again.exitCode, again.stderr]).toEqual([4, expect.stringContaining('has other settings')])
  await rm(folder, { recursive: true, force: true })
})

test('an empty second machine does steps, serves what the first one has, and goes on without it', async () => {
  const second = await restarted({ ...first, dataFolder }, settings)
  const { owner, workspace } = await scene(first)
  const there = callerOf(second.baseUrl, owner.key)
  expect(second.parts.checkpoints.verifiers(workspace)).toEqual(first.parts.checkpoints.verifiers(workspace))
  expect(await readdir(dataFolder)).not.toContain('audit.key')

  const { projectId } = await importProject(owner, await bundleOf(library))
  await mergeUnverified(owner, projectId)
  const workers = new Set<unknown>()
  for (let nth = 1; nth <= 4 && workers.size < 2; nth += 1) {
    const at = nth % 2 === 0 ? owner : there
    const id = await propose(at, projectId, fileBlock(`note-${nth}.md`, `${nth}\n`))
    expect((await runCycle(at, id)).cycle).toMatchObject({ status: 'completed' })
    const rows = await asOwner(first, 'select distinct worker from run_step where worker is not null')
    for (const { worker } of rows) workers.add(worker)
  }
  expect(workers.size).toBe(2)
  expect(await headOf(there, projectId)).toEqual(await headOf(owner, projectId))
  expect(await asOwner(first, 'select sandbox_limit from machine where works_until > now()')).toEqual([
    { sandbox_limit: 2 },
    { sandbox_limit: 2 },
  ])

  await first.close()
  const id = await propose(there, projectId, fileBlock('last.md', 'last\n'))
  expect((await runCycle(there, id)).cycle).toMatchObject({ status: 'completed' })
  const alive = `select count(*)::int as machines from machine where lease_until > now()::timestamptz(3)`
  expect(await asOwner(first, alive)).toEqual([{ machines: 1 }])
})
