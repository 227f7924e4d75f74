import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { startServer } from '../../apps/server/start.ts'
import { readConfiguration, serviceLinksIn } from '../../platform/configuration/index.ts'
import { afterTest } from '../after-test.ts'
import { asOwner } from '../database-state.ts'
import { testDatabase } from '../database.ts'
import { credentials, startFakeS3 } from '../objects/s3.ts'
import { testRootKey } from '../people/sessions.ts'

const folder = join(import.meta.dirname, '..', '..', 'deploy', 'kubernetes')
const read = async (name: string) =>
  parseAllDocuments(await readFile(join(folder, name), 'utf8')).map((one) => one.toJS() as Record<string, unknown>)

interface Variable {
  readonly name: string
  readonly value?: string
  readonly valueFrom?: { readonly fieldRef: { readonly fieldPath: string } }
}
interface Workload {
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly [{ env: Variable[] }] } } }
}
interface Service {
  readonly metadata: { readonly name: string }
  readonly spec: { readonly ports: readonly { readonly name: string; readonly port: number }[] }
}

/** The variables that the kubelet writes for a service. Source: pkg/kubelet/envvars/envvars.go of Kubernetes. */
const linksOf = (name: string, ports: Service['spec']['ports'], address: string) => {
  const prefix = name.toUpperCase().replaceAll('-', '_')
  const [first] = ports
  return {
    [`${prefix}_SERVICE_HOST`]: address,
    [`${prefix}_SERVICE_PORT`]: String(first!.port),
    [`${prefix}_PORT`]: `tcp://${address}:${first!.port}`,
    ...Object.fromEntries(
      ports.flatMap((one) => {
        const port = `${prefix}_PORT_${one.port}_TCP`
        return [
          [`${prefix}_SERVICE_PORT_${one.name.toUpperCase().replaceAll('-', '_')}`, String(one.port)],
          [port, `tcp://${address}:${one.port}`],
          [`${port}_PROTO`, 'tcp'],
          [`${port}_PORT`, String(one.port)],
          [`${port}_ADDR`, address],
        ]
      }),
    ),
  }
}

/** The environment of a pod: of its image, of the cluster, of the services of its namespace, and of its manifest. */
const environmentOf = async (role: 'server' | 'worker', secrets: Readonly<Record<string, string>>) => {
  const [kustomization] = await read('kustomization.yaml')
  const [workload] = (await read(`${role}.yaml`)) as unknown as [Workload]
  const services = (await read('server.yaml')).filter(({ kind }) => kind === 'Service') as unknown as Service[]
  const { literals } = (kustomization!.configMapGenerator as { literals: string[] }[])[0]!
  const image = await readFile(join(folder, '..', '..', 'Dockerfile'), 'utf8')
  const named = [...image.matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) => line!.split(' '))
  const pairs = (lines: readonly string[]) => lines.map((line) => /^([^=]+)=(.*)$/.exec(line)!.slice(1))
  const { env } = workload.spec.template.spec.containers[0]
  return {
    PATH: process.env.PATH,
    HOSTNAME: `atelier-${role}-7d9c5b6f4-x2x7q`,
    ...(Object.fromEntries(pairs(named)) as Record<string, string>),
    ...linksOf('kubernetes', [{ name: 'https', port: 443 }], '10.79.0.1'),
    ...Object.assign({}, ...services.map((one) => linksOf(one.metadata.name, one.spec.ports, '10.79.0.21'))),
    ...(Object.fromEntries(pairs(literals)) as Record<string, string>),
    ...secrets,
    ...Object.fromEntries(env.map(({ name, value }) => [name, value ?? '127.0.0.1'])),
  } as Record<string, string>
}

test('a worker and a server start with the environment that a cluster writes into their pods, and the server makes the first key', async () => {
  const { url } = await testDatabase()
  const bucket = await startFakeS3('atelier')
  afterTest(async () => void (await bucket.close()))
  const secrets = {
    DATABASE_URL: url,
    SECRETS_ENCRYPTION_KEY: testRootKey,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }
  const owners: boolean[] = []
  for (const role of ['worker', 'server'] as const) {
    const environment = await environmentOf(role, secrets)
    expect(serviceLinksIn(environment)).toHaveLength(8)
    const { listen, storage, terminal, ...rest } = readConfiguration(environment)
    expect(listen).toMatchObject({ role, port: 4310, host: '0.0.0.0', publicUrl: 'https://atelier.example.com' })
    expect(storage.bucket).toMatchObject({ bucket: 'atelier', prefix: 'objects/' })
    const dataFolder = await mkdtemp(join(tmpdir(), 'atelier-test-'))
    afterTest(() => rm(dataFolder, { recursive: true, force: true }))
    // The ports, the folder and the bucket of the pod are not those of this machine.
    const server = await startServer(
      {
        ...rest,
        terminal: { ...terminal, port: 0 },
        listen: { ...listen, port: 0, host: '127.0.0.1' },
        storage: { ...storage, dataFolder, bucket: { ...storage.bucket!, endpoint: bucket.endpoint } },
      },
      pino({ level: 'silent' }),
    )
    try {
      expect((await fetch(`${server.baseUrl}/readyz`)).status).toBe(200)
      owners.push(existsSync(join(dataFolder, 'owner.json')))
      expect(await asOwner({ databaseUrl: url }, 'select from workspace')).toHaveLength(role === 'worker' ? 0 : 1)
    } finally {
      await server.close()
    }
  }
  expect(owners).toEqual([false, true])
})
