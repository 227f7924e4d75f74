import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

export interface TestEngine {
  /** Its Unix socket. */
  readonly socket: string
  /** The containers that it has, running or not. */
  containers(): Promise<string[]>
  /** Ends the service and leaves its containers running. */
  stop(): Promise<void>
  close(): Promise<void>
}

// Its crun starts no container where control groups have version 1, or where root lacks CAP_SYS_RESOURCE.
const settings = `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
`

const answersWithinMs = 15_000

/**
 * Starts a container engine of its own, with storage of its own, which ends with this process. Rejects with a sentence
 * if there is none to start, or it can run no container.
 */
export const startTestEngine = async (runtime = 'runc'): Promise<TestEngine> => {
  if (process.getuid?.() !== 0) throw new Error('podman is started for tests by root alone')
  for (const program of ['podman', runtime])
    await execute(program, ['--version']).catch(() => {
      throw new Error(`${program} is not installed`)
    })
  const folder = await mkdtemp(join(tmpdir(), 'atelier-engine-'))
  await writeFile(join(folder, 'containers.conf'), settings)
  await writeFile(join(folder, 'policy.json'), '{"default":[{"type":"insecureAcceptAnything"}]}')
  const socket = join(folder, 'podman.sock')
  const storage = { root: 'root', runroot: 'run', tmpdir: 'tmp' }
  const folders = Object.entries(storage).flatMap(([name, part]) => [`--${name}`, join(folder, part)])
  const words = [...folders, '--storage-driver', 'vfs', '--runtime', runtime, '--log-level', 'error']
  const environment = { ...process.env, CONTAINERS_CONF: join(folder, 'containers.conf') }
  const serve = ['podman', ...words, 'system', 'service', '--time=0', `unix://${socket}`]
  const service = spawn('setpriv', ['--pdeathsig', 'KILL', ...serve], {
    stdio: 'ignore',
    // Its helper writes a file named oom to the folder in which it runs.
    cwd: folder,
    env: environment,
  })
  const ended = once(service, 'exit')
  const podman = async (...args: string[]) =>
    (await execute('podman', [...words, ...args], { env: environment })).stdout
  const stop = async () => {
    service.kill('SIGKILL')
    await ended
  }
  const close = async () => {
    await podman('rm', '--all', '--force', '--time', '0').catch(() => undefined)
    await stop()
    // Notes of its helpers about the last containers may still be written.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
  const began = performance.now()
  while (!existsSync(socket)) {
    if (service.exitCode !== null || performance.now() - began > answersWithinMs) {
      await close()
      throw new Error('podman does not start here')
    }
    await delay(20)
  }
  await tryContainer(folder, podman).catch(async (error: { stderr?: string }) => {
    await close()
    throw new Error(`podman runs no containers here: ${error.stderr?.trim().split('\n').at(-1)}`)
  })
  return {
    socket,
    containers: async () => (await podman('ps', '--all', '--quiet')).split('\n').filter(Boolean),
    stop,
    close,
  }
}

/** Runs a program of this machine in a container that shows nothing else. */
const tryContainer = async (folder: string, podman: (...args: string[]) => Promise<string>) => {
  const root = join(folder, 'trial')
  await mkdir(root)
  for (const name of ['bin', 'lib', 'lib64']) await symlink(`usr/${name}`, join(root, name))
  await podman('run', '--rm', '--network', 'none', '--volume', '/usr:/usr:ro', '--rootfs', root, '/usr/bin/true')
}
