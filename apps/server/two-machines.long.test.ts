import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { getDeployment, openDeployment, redeployProjectPreview } from '../../domains/code/deployments/contract.ts'
import { callerOf, type Caller } from '../../testing/caller.ts'
import { runCli, startCli } from '../../testing/cli/run-cli.ts'
import { asOwner } from '../../testing/database-state.ts'
import { fileBlock, library, mergeUnverified, propose, runCycle } from '../../testing/delivery.ts'
import { eventually } from '../../testing/jobs/world.ts'
import { bundleOf, importProject } from '../../testing/repository.ts'
import { headOf } from '../../testing/repositories/revisions.ts'
import { startFakeS3 } from '../../testing/objects/s3.ts'
import { scene } from '../../testing/scene.ts'
import { restarted, testServer } from '../../testing/server.ts'
import { testRootKey } from '../../testing/people/sessions.ts'

const fake = await startFakeS3('objects')
const settings = {
  ATELIER_OBJECTS: `s3://objects/atelier?endpoint=${encodeURIComponent(fake.endpoint)}`,
  AWS_ACCESS_KEY_ID: fake.place.accessKeyId,
  AWS_SECRET_ACCESS_KEY: fake.place.secretAccessKey,
  ATELIER_SANDBOX_LIMIT: '3',
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
  const joined = startCli(['join'], folder, environment)
  const working = 'select count(*)::int as machines from machine where works_until > now()'
  await expect.poll(async () => asOwner(first, working)).toEqual([{ machines: 2 }])
  expect((await stat(join(folder, 'atelier.env'))).mode & 0o777).toBe(0o600)
  joined.interrupt()
  const { exitCode, stdout } = await joined.ended
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Atelier is ready at')])
  const again = await runCli(['join', '--json'], folder, { ...environment, ATELIER_ROLE: 'all' })
  expect([again.exitCode, again.stderr]).toEqual([4, expect.stringContaining('has other settings')])
  await rm(folder, { recursive: true, force: true })
})

test('an empty second machine does steps, serves resources of the first machine, and continues without it', async () => {
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
    { sandbox_limit: 3 },
    { sandbox_limit: 3 },
  ])

  await deployAndVisit(owner, there)
  await first.close()
  const id = await propose(there, projectId, fileBlock('last.md', 'last\n'))
  expect((await runCycle(there, id)).cycle).toMatchObject({ status: 'completed' })
  const alive = `select count(*)::int as machines from machine where lease_until > now()::timestamptz(3)`
  expect(await asOwner(first, alive)).toEqual([{ machines: 1 }])
})

const program = `const own = require('node:crypto').randomUUID()
require('node:http').createServer((_request, response) => response.end(own)).listen(process.env.PORT)
`

/** Deploys a program at one machine, and visits it at the other one, wherever it was built. */
const deployAndVisit = async (here: Caller, there: Caller) => {
  const { projectId } = await importProject(here, await bundleOf({ 'server.js': program, 'package.json': '{}' }))
  const { body } = await here.call(redeployProjectPreview, { body: { projectId } })
  const id = body.id as string
  const read = async () => (await here.call(getDeployment, { id })).body
  await eventually(async () => !['building', 'deploying'].includes((await read()).status as string))
  expect(await read()).toMatchObject({ status: 'live', failure: null })
  const programs = new Set<string>()
  for (const at of [here, there]) {
    const opened = await at.call(openDeployment, { id })
    const entered = await visit(opened.body.url as string)
    const [cookie = ''] = entered.headers['set-cookie'] ?? []
    const page = await visit(new URL('/', opened.body.url as string).href, cookie.split(';')[0])
    expect([page.status, page.text.length]).toEqual([200, 36])
    programs.add(page.text)
  }
  // One of the two runs it, and the other one leads its visitor there.
  expect(programs.size).toBe(1)
}

/** Browsers lead names below localhost to this machine, and Node does not. */
const visit = async (address: string, cookie = '') => {
  const { host, port, pathname, search } = new URL(address)
  const request = get({ host: '127.0.0.1', port, path: pathname + search, headers: { host, cookie } })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, text: await text(response) }
}
