import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { afterTest } from '../after-test.ts'
import { freePort } from '../network/free-port.ts'

const root = join(import.meta.dirname, '..', '..')
const run = promisify(execFile)
const base = 'docker.io/library/node:24-bookworm-slim'
const buildMs = 20 * 60_000

const succeeds = (command: string, args: readonly string[]) =>
  run(command, [...args], { timeout: 60_000 }).then(
    () => true,
    () => false,
  )
const engine = (await succeeds('docker', ['info'])) ? 'docker' : 'podman'
const hasEngine = await succeeds(engine, ['info'])
const hasBase =
  hasEngine && ((await succeeds(engine, ['image', 'inspect', base])) || (await succeeds(engine, ['pull', base])))

const image = 'localhost/atelier:soak'
const volume = `atelier-soak-${process.pid}`
const open = [
  'seccomp=unconfined',
  'apparmor=unconfined',
  engine === 'docker' ? 'systempaths=unconfined' : 'unmask=ALL',
]
const forSandboxes = open.flatMap((option) => ['--security-opt', option])

const call = async (...args: readonly string[]) => (await run(engine, [...args])).stdout.trim()

interface StartedContainer {
  readonly name: string
  readonly url: string
}

/** A container of the image over the volume, once it is ready. */
const started = async (): Promise<StartedContainer> => {
  const port = await freePort()
  const name = `atelier-soak-${port}`
  afterTest(async () => void (await call('rm', '--force', name)))
  const mount = ['--volume', `${volume}:/var/lib/atelier`, '--network', 'host', '--env', `ATELIER_PORT=${port}`]
  await call('run', '--detach', '--name', name, ...mount, ...forSandboxes, image)
  const url = `http://127.0.0.1:${port}`
  const status = () =>
    fetch(`${url}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    )
  await expect.poll(status, { interval: 500 }).toBe(200)
  return { name, url }
}

const isHealthy = (name: string) => {
  if (engine === 'podman') return succeeds(engine, ['healthcheck', 'run', name])
  const state = () => call('inspect', '--format', '{{.State.Health.Status}}', name)
  return expect
    .poll(state, { interval: 1_000 })
    .toBe('healthy')
    .then(() => true)
}

test.skipIf(hasBase)('the image is built and run if there are an engine and its base image', (context) => {
  context.skip(
    'Docker and Podman do not answer, or the base image is neither here nor reachable: see testing/deploy/stand-in-base.sh',
  )
})

test.skipIf(!hasBase)(
  'bin/image makes an image that serves as a user without rights, and keeps its data',
  async () => {
    const built = await run(join(root, 'bin', 'image'), [image, '--network=host'], { maxBuffer: 2 ** 26 })
    expect(built.stdout.trim().split('\n').at(-1)).toBe(image)
    afterTest(async () => void (await call('volume', 'rm', '--force', volume)))

    const refused = run(engine, ['run', '--rm', image]).catch((error: { stderr: string; stdout: string }) => error)
    expect(`${(await refused).stderr}${(await refused).stdout}`).toContain('a container needs them from its host')

    const first = await started()
    expect(await call('exec', first.name, 'id', '--user', '--name')).toBe('atelier')
    expect(await succeeds(engine, ['exec', first.name, 'touch', '/opt/atelier/written'])).toBe(false)
    expect(await isHealthy(first.name)).toBe(true)
    const owner = JSON.parse(await call('exec', first.name, 'cat', 'owner.json')) as { readonly apiKey: string }
    await call('stop', '--time', '40', first.name)
    expect(await call('inspect', '--format', '{{.State.ExitCode}}', first.name)).toBe('0')

    const second = await started()
    const projects = await fetch(`${second.url}/v1/api/projects`, { headers: { 'x-api-key': owner.apiKey } })
    expect(projects.status).toBe(200)
    await call('stop', '--time', '40', second.name)

    const demo = await call(
      'run',
      '--rm',
      '--network',
      'host',
      ...forSandboxes,
      '--entrypoint',
      '/opt/atelier/bin/demo',
      image,
    )
    expect(demo).toContain('byte for byte what its manifest says')
  },
  buildMs,
)
