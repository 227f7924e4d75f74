import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import { isLong } from '../soak.ts'
import { parse, parseAllDocuments } from 'yaml'
import { startEmbedded } from '../../platform/db/embedded.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { databaseFolder, migrations, startReaper } from '../cluster.ts'
import { inFolder } from './in-folder.ts'

const root = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)
test('the Dockerfile and the compose file use existing files', async () => {
  const image = await readFile(join(root, 'Dockerfile'), 'utf8')
  const ignored = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n')
  const script = await readFile(join(root, 'deploy', 'install.sh'), 'utf8')
  expect(image).toContain('deploy/install.sh /opt/atelier')
  expect(image).toMatch(/^USER atelier$/m)
  const parts = /for part in (.*); do/.exec(script)![1]!.split(' ')
  expect(parts.filter((part) => !existsSync(join(root, part)) || ignored.includes(part))).toEqual([])
  const build = await readFile(join(root, 'bin', 'build'), 'utf8')
  const always = [...build.matchAll(/^node (\w+)\//gm)].map(([, part]) => part!)
  expect(always.length).toBeGreaterThan(0)
  expect(always.filter((part) => !parts.includes(part))).toEqual([])
  interface Compose {
    services: Record<'atelier' | 'database', { environment: Record<string, string>; volumes: string[] }>
  }
  const { services } = parse(await readFile(join(root, 'compose.yaml'), 'utf8')) as Compose
  expect(services.atelier.environment.DATABASE_URL).toMatch(
    /^postgres:\/\/atelier_server:\$\{ATELIER_DATABASE_PASSWORD\}@database/,
  )
  expect(services.database.volumes).toContain('./deploy/database.sh:/docker-entrypoint-initdb.d/10-atelier.sh:ro')
})

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly selector: { readonly matchLabels?: object }
    readonly template?: { readonly metadata: { readonly labels: object }; readonly spec: PodSpec }
  }
}
interface PodSpec {
  readonly hostUsers: boolean
  readonly enableServiceLinks: boolean
  readonly containers: readonly { readonly env: readonly { readonly name: string; readonly value: string }[] }[]
  readonly volumes: readonly { readonly emptyDir?: object }[]
}

test('the manifests of Kubernetes name files and settings that there are, and keep nothing in a pod', async () => {
  const folder = join(root, 'deploy', 'kubernetes')
  const documented = await readFile(join(root, 'docs', 'configuration.md'), 'utf8')
  const settingNames = [...documented.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
  const read = async (name: string) =>
    parseAllDocuments(await readFile(join(folder, name), 'utf8')).map((one) => one.toJS() as unknown)
  const [{ resources, configMapGenerator, secretGenerator }] = (await read('kustomization.yaml')) as [
    {
      resources: string[]
      configMapGenerator: { name: string; literals: string[] }[]
      secretGenerator: { name: string; envs: string[] }[]
    },
  ]
  const manifests = (await Promise.all(resources.map(read))).flat() as Manifest[]
  const deployments = manifests.filter(({ kind }) => kind === 'Deployment')
  expect(deployments.map(({ metadata }) => metadata.name)).toEqual(['atelier-server', 'atelier-worker'])
  for (const { spec } of deployments) {
    expect(spec.template!.metadata.labels).toEqual(spec.selector.matchLabels)
    const pod = spec.template!.spec
    expect([pod.hostUsers, pod.enableServiceLinks]).toEqual([false, false])
    expect(pod.volumes.every(({ emptyDir }) => emptyDir !== undefined)).toBe(true)
    expect(settingNames).toEqual(expect.arrayContaining(pod.containers[0]!.env.map(({ name }) => name)))
  }
  const settings = configMapGenerator.flatMap(({ literals }) => literals.map((line) => line.split('=')[0]))
  expect(settingNames).toEqual(expect.arrayContaining(settings))
  const ignored = (await readFile(join(root, '.gitignore'), 'utf8')).split('\n')
  expect(secretGenerator.map(({ envs }) => envs)).toEqual([['secret.env']])
  expect(ignored).toContain('deploy/kubernetes/secret.env')
})

test.runIf(isLong)(
  'the user that deploy/database.sh makes can bring the schema up to date, and is no administrator',
  async (context) => {
    if (!existsSync('/usr/bin/psql')) return context.skip('psql is not installed: apt-get install postgresql-client')
    const folder = await databaseFolder()
    const reap = startReaper(folder)
    const server = await startEmbedded({ folder: join(folder, 'postgres'), durable: false })
    try {
      const address = new URL(server.url)
      const env = {
        PATH: process.env.PATH,
        POSTGRES_USER: 'atelier',
        PGHOST: address.searchParams.get('host')!,
        ATELIER_DATABASE_PASSWORD: "it's a 'password'",
      }
      execFileSync(join(root, 'deploy', 'database.sh'), { env })
      address.username = 'atelier_server'
      address.pathname = '/atelier_server'
      expect((await migrate({ url: address.href, folder: migrations })).length).toBeGreaterThan(10)
      const client = new pg.Client({ connectionString: address.href })
      await client.connect()
      const { rows } = await client.query('select usesuper as super from pg_user where usename = current_user')
      await client.end()
      expect(rows).toEqual([{ super: false }])
    } finally {
      await server.stop()
      await reap()
    }
  },
)

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
