import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isLong } from '../../testing/soak.ts'
import { isolatingDrivers, scene, type Scene } from '../../testing/sandbox/conformance-scene.ts'
import { processesWith } from '../../testing/sandbox/processes-with.ts'
import { findMachineServices, planServices, withServices } from './index.ts'

const machine = await findMachineServices()
const folder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the newest whole PostgreSQL of the machine is found', async () => {
  const programs = (version: string) => join(folder, version, 'bin')
  const put = async (version: string, names: readonly string[]) => {
    await mkdir(programs(version), { recursive: true })
    for (const name of names) await writeFile(join(programs(version), name), '', { mode: 0o755 })
  }
  const all = ['initdb', 'postgres', 'pg_isready', 'psql']
  await put('9', all)
  await put('16', all)
  await put('17', ['psql'])
  await put('common', all)
  expect(await findMachineServices(folder, ['/bin/sh'])).toEqual({ postgres: programs('16'), hasRedis: true })
  expect(await findMachineServices(join(folder, 'none'), ['/bin/no-such-program'])).toEqual({
    postgres: undefined,
    hasRedis: false,
  })
})

test('only services that a repository needs and the machine has are started, with names of a fixed form', () => {
  const both = { postgres: '/usr/lib/postgresql/16/bin', hasRedis: true }
  const wanted = { services: ['Redis', 'MySQL', 'PostgreSQL'], databases: ['shop', 'a"; drop', 'shop', 'postgres'] }
  expect(planServices(wanted, both)).toMatchObject({
    words: ['postgres:/usr/lib/postgresql/16/bin:shop', 'redis'],
    environment: { PGUSER: 'shop', PGDATABASE: 'shop', REDIS_PORT: '6379' },
  })
  const none = { words: [], environment: {} }
  expect(planServices(wanted, { postgres: undefined, hasRedis: false })).toEqual(none)
  expect(planServices({ services: [], databases: ['shop'] }, both)).toEqual(none)
})

describe.each(await isolatingDrivers())('$name $why', ({ driver }) => {
  if (!driver) {
    test.skip('cannot run here', () => {})
    return
  }
  let it: Scene
  beforeEach(async () => {
    it = await scene(driver)
  })
  afterEach(() => it.end())

  const served = (services: readonly string[]) => {
    const plan = planServices({ services, databases: ['shop'] }, machine)
    const sandbox = withServices(it.sandbox, plan)
    return (script: string) => sandbox.run({ argv: ['sh', '-c', script], environment: plan.environment })
  }

  test.skipIf(!isLong || machine.postgres === undefined)(
    'each command has an empty PostgreSQL, which ends with it',
    async () => {
      const run = served(['PostgreSQL'])
      const sql = 'create table once (a int); select current_user, current_database(), count(*) from once'
      const first = await run(`psql -qAtX -c '${sql}'; exit 3`)
      expect(first).toMatchObject({ exitCode: 3, stdout: 'shop|shop|0\n', stderr: '' })
      expect(await run(`psql -qAtX "$DATABASE_URL" -c '${sql}'`)).toMatchObject({
        exitCode: 0,
        stdout: 'shop|shop|0\n',
      })
      expect(
        await it.sh('cat /tmp/atelier-services/postgres/postmaster.pid >/dev/null && pg_isready -h 127.0.0.1'),
      ).toMatchObject({
        exitCode: 2,
      })
      expect(await processesWith('/tmp/atelier-services')).toEqual([])
    },
  )

  test.skipIf(!machine.hasRedis)('each command has an empty Redis', async () => {
    const run = served(['Redis'])
    for (let turn = 0; turn < 2; turn += 1)
      expect(await run('redis-cli -u "$REDIS_URL" incr n')).toMatchObject({ exitCode: 0, stdout: '1\n' })
  })

  test('a service that does not start is named, and the command runs', async () => {
    const sandbox = withServices(it.sandbox, { words: ['postgres:/usr/lib/none:'], environment: {} })
    const { exitCode, stdout, stderr } = await sandbox.run({ argv: ['echo', 'ran'] })
    expect([exitCode, stdout, stderr]).toEqual([
      0,
      'ran\n',
      expect.stringMatching(/^PostgreSQL did not start: .*initdb/),
    ])
  })
})
