import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { startEmbedded } from '../../platform/db/embedded.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { databaseFolder, migrations, startReaper } from '../cluster.ts'

const root = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)
interface Packages {
  readonly dependencies: Readonly<Record<string, string>>
}

const inFolder = async (work: (folder: string) => Promise<void>) => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
  await chmod(folder, 0o711)
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

// What tests that run at the same time write into node_modules, and may take away again.
const changing = ['.vitest-cache', '.atelier-server']

// Without room for a fresh download of each package in a test, those of this checkout are linked into its place first.
const linkPackages = async (target: string) => {
  const [from, to] = [root, target].map((folder) => join(folder, 'node_modules'))
  await mkdir(to!, { recursive: true })
  const kept = (await readdir(from!)).filter((name) => !changing.includes(name))
  await run('cp', ['-al', ...kept, to!], { cwd: from })
}

test('the steps of the image put a program into a fresh folder, and a user without rights to it serves from there', () =>
  inFolder(async (folder) => {
    const [target, data] = [join(folder, 'program'), join(folder, 'data')]
    await linkPackages(target)
    await run(join(root, 'deploy', 'install.sh'), [target], { env: { PATH: process.env.PATH, HOME: folder } })
    expect(existsSync(join(target, 'testing'))).toBe(false)
    expect(existsSync(join(target, 'apps', 'server', 'start-refusal.test.ts'))).toBe(false)
    const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Packages
    const isThere = (name: string) => existsSync(join(target, 'node_modules', name, 'package.json'))
    expect(Object.keys(dependencies).filter((name) => !isThere(name))).toEqual([])
    // The first is EUPL-1.2, and for the tests alone.
    expect(['@stackforge-eu/factur-x', 'typescript', 'oxlint', 'playwright-core'].filter(isThere)).toEqual([])
    await mkdir(data, { mode: 0o700 })
    const isRoot = process.getuid?.() === 0
    if (isRoot) await chown(data, 65534, 65534)
    const user = isRoot ? { uid: 65534, gid: 65534 } : {}
    const look = `root=${target}; . bin/server.sh; echo "$server"`
    const { stdout: program } = await run('sh', ['-c', look], { cwd: target, ...user })
    expect(program).toMatch(/\/[0-9a-f]{16}\/server\.mjs\n$/)
    expect(existsSync(join(dirname(program), 'agents', 'native.mjs'))).toBe(true)
    const child = spawn(join(target, 'bin', 'start'), [], {
      env: { PATH: process.env.PATH, HOME: data, TMPDIR: data, ATELIER_DATA: data, ATELIER_PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
      ...user,
    })
    const ended = once(child, 'exit')
    const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [string]
    const [ready, page] = await Promise.all(
      ['readyz', 'console/'].map((path) => fetch(`${line.split(' ').at(-1)}/${path}`)),
    )
    child.kill('SIGTERM')
    expect([ready!.status, page!.status, await ended]).toEqual([200, 200, [0, null]])
  }))

test('the Dockerfile and the compose file use what is there', async () => {
  const image = await readFile(join(root, 'Dockerfile'), 'utf8')
  const ignored = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n')
  const script = await readFile(join(root, 'deploy', 'install.sh'), 'utf8')
  expect(image).toContain('deploy/install.sh /opt/atelier')
  expect(image).toMatch(/^USER atelier$/m)
  const parts = /for part in (.*); do/.exec(script)![1]!.split(' ')
  expect(parts.filter((part) => !existsSync(join(root, part)) || ignored.includes(part))).toEqual([])
  interface Compose {
    services: Record<'atelier' | 'database', { environment: Record<string, string>; volumes: string[] }>
  }
  const { services } = parse(await readFile(join(root, 'compose.yaml'), 'utf8')) as Compose
  expect(services.atelier.environment.DATABASE_URL).toMatch(
    /^postgres:\/\/atelier_server:\$\{ATELIER_DATABASE_PASSWORD\}@database/,
  )
  expect(services.database.volumes).toContain('./deploy/database.sh:/docker-entrypoint-initdb.d/10-atelier.sh:ro')
})

test('the user that deploy/database.sh makes can bring the schema up to date, and is no administrator', async (context) => {
  if (!existsSync('/usr/bin/psql')) return context.skip('psql is not installed: apt-get install postgresql-client')
  const folder = await databaseFolder()
  const reap = startReaper(folder)
  const server = await startEmbedded({ folder: join(folder, 'postgres'), durable: false })
  try {
    const address = new URL(server.url)
    const env = {
      ...{ PATH: process.env.PATH, POSTGRES_USER: 'atelier', PGHOST: address.searchParams.get('host')! },
      ATELIER_DATABASE_PASSWORD: "it's a 'password'",
    }
    execFileSync(join(root, 'deploy', 'database.sh'), { env })
    address.username = 'atelier_server'
    address.pathname = '/atelier_server'
    expect((await migrate({ url: address.href, folder: migrations })).length).toBeGreaterThan(30)
    const client = new pg.Client({ connectionString: address.href })
    await client.connect()
    const { rows } = await client.query('select usesuper as super from pg_user where usename = current_user')
    await client.end()
    expect(rows).toEqual([{ super: false }])
  } finally {
    await server.stop()
    await reap()
  }
})

test('systemd takes the unit', async (context) => {
  if (!existsSync('/usr/bin/systemd-analyze')) return context.skip('systemd-analyze is not installed.')
  const unit = await readFile(join(root, 'deploy', 'atelier.service'), 'utf8')
  expect(unit).toContain('ExecStart=/opt/atelier/bin/start\n')
  await inFolder(async (folder) => {
    const file = join(folder, 'atelier.service')
    await writeFile(file, unit.replace('/opt/atelier', root))
    const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', file])
    expect(stdout + stderr).toBe('')
    await writeFile(file, unit)
    await expect(run('systemd-analyze', ['verify', '--man=no', file])).rejects.toThrow('/opt/atelier/bin/start')
  })
})
