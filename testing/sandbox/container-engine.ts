import Docker from 'dockerode'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { processesWith } from './processes-with.ts'

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

/** An engine below a folder of its own. */
interface Engine {
  readonly program: 'podman' | 'docker'
  readonly folder: string
  readonly socket: string
  /** The command line of its service. */
  readonly service: readonly string[]
  /** The words of its client before each command. */
  readonly words: readonly string[]
  readonly environment: NodeJS.ProcessEnv
}

const answersWithinMs = 60_000

/**
 * Starts a container engine of its own, with storage of its own, which ends with this process: podman, or Docker where
 * there is no podman. Rejects with a sentence if there is none to start, or it can run no container.
 */
export const startTestEngine = async (runtime = 'runc'): Promise<TestEngine> => {
  if (process.getuid?.() !== 0) throw new Error('a container engine is started for tests by root alone')
  const program = (await isInstalled('podman')) ? 'podman' : 'docker'
  if (program === 'docker' && !(await isInstalled('dockerd'))) throw new Error('podman and docker are not installed')
  if (!(await isInstalled(runtime))) throw new Error(`${runtime} is not installed`)
  const engine = await { podman: podmanIn, docker: dockerIn }[program](
    await mkdtemp(join(tmpdir(), 'atelier-engine-')),
    runtime,
  )
  const { folder, socket } = engine
  let service = serve(engine)
  const close = async () => {
    // Another service removes the containers of one that was killed.
    if (hasEnded(service)) service = serve(engine)
    await untilItAnswers(engine, service)
      .then(() => removeContainers(engine))
      .catch(() => undefined)
    await end(service)
    await removeEngineFolder(folder)
  }
  try {
    await untilItAnswers(engine, service)
    await tryContainer(engine)
  } catch (error) {
    await close()
    throw error
  }
  return {
    socket,
    containers: () => containersOf(engine),
    stop: () => end(service),
    close,
  }
}

/** Removes the folder of an engine that was killed, its helpers, and what it has mounted there. */
export const removeEngineFolder = async (folder: string): Promise<void> => {
  for (const pid of await processesWith(`${folder}/`)) process.kill(pid, 'SIGKILL')
  const mounted = (await readFile('/proc/mounts', 'utf8')).split('\n').map((line) => line.split(' ')[1] ?? '')
  for (const path of mounted.filter((one) => one.startsWith(`${folder}/`)).toReversed()) await execute('umount', [path])
  // Notes of its helpers about the last containers may still be written.
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}

const isInstalled = (program: string) =>
  execute(program, ['--version']).then(
    () => true,
    () => false,
  )

// Its crun starts no container where control groups have version 1, or where root lacks CAP_SYS_RESOURCE.
const podmanSettings = `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
`

const podmanIn = async (folder: string, runtime: string): Promise<Engine> => {
  await writeFile(join(folder, 'containers.conf'), podmanSettings)
  await writeFile(join(folder, 'policy.json'), '{"default":[{"type":"insecureAcceptAnything"}]}')
  const socket = join(folder, 'engine.sock')
  const storage = { root: 'root', runroot: 'run', tmpdir: 'tmp' }
  const folders = Object.entries(storage).flatMap(([name, part]) => [`--${name}`, join(folder, part)])
  const words = [...folders, '--storage-driver', 'vfs', '--runtime', runtime, '--log-level', 'error']
  const service = ['podman', ...words, 'system', 'service', '--time=0', `unix://${socket}`]
  const environment = { ...process.env, CONTAINERS_CONF: join(folder, 'containers.conf') }
  return { program: 'podman', folder, socket, service, words, environment }
}

/** The daemon changes no network of the machine, and is in its mounts, as an installed one is. */
const dockerIn = async (folder: string, runtime: string): Promise<Engine> => {
  const socket = join(folder, 'engine.sock')
  const path = (await execute('which', [runtime])).stdout.trim()
  const own = { 'data-root': 'root', 'exec-root': 'run', pidfile: 'pid' }
  const service = [
    'dockerd',
    ...Object.entries(own).flatMap(([name, part]) => [`--${name}`, join(folder, part)]),
    `--host=unix://${socket}`,
    '--storage-driver=vfs',
    '--iptables=false',
    '--ip6tables=false',
    '--bridge=none',
    `--add-runtime=tested=${path}`,
    '--default-runtime=tested',
  ]
  return { program: 'docker', folder, socket, service, words: ['--host', `unix://${socket}`], environment: process.env }
}

const serve = ({ service, folder, environment }: Engine): ChildProcess =>
  spawn('setpriv', ['--pdeathsig', 'KILL', ...service], {
    stdio: 'ignore',
    // The helper of podman writes a file named oom to the folder in which it runs.
    cwd: folder,
    env: environment,
  })

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

const end = async (service: ChildProcess) => {
  if (hasEnded(service)) return
  const ended = once(service, 'exit')
  service.kill('SIGKILL')
  await ended
}

const run = async ({ program, words, environment }: Engine, ...args: string[]) =>
  (await execute(program, [...words, ...args], { env: environment })).stdout

const containersOf = async ({ socket }: Engine) =>
  (await new Docker({ socketPath: socket }).listContainers({ all: true })).map(({ Id }) => Id)

const removeContainers = async (engine: Engine) => {
  const docker = new Docker({ socketPath: engine.socket })
  for (const id of await containersOf(engine)) await docker.getContainer(id).remove({ force: true })
}

const untilItAnswers = async (engine: Engine, service: ChildProcess) => {
  const began = performance.now()
  const answers = () =>
    containersOf(engine).then(
      () => true,
      () => false,
    )
  while (!(await answers())) {
    if (hasEnded(service) || performance.now() - began > answersWithinMs)
      throw new Error(`${engine.program} does not start here`)
    await delay(20)
  }
}

/** Runs a program of this machine in a container that shows nothing else. */
const tryContainer = async (engine: Engine) => {
  const root = join(engine.folder, 'trial')
  await mkdir(root)
  for (const name of ['bin', 'lib', 'lib64']) await symlink(`usr/${name}`, join(root, name))
  const view = ['run', '--rm', '--network', 'none', '--volume', '/usr:/usr:ro']
  try {
    if (engine.program === 'podman') return await run(engine, ...view, '--rootfs', root, '/usr/bin/true')
    const tar = join(engine.folder, 'trial.tar')
    await execute('tar', ['--create', '--file', tar, '--directory', root, '.'])
    await run(engine, 'import', tar, 'trial')
    await run(engine, ...view, 'trial', '/usr/bin/true')
    return await run(engine, 'rmi', 'trial')
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw new Error(`${engine.program} runs no containers here: ${stderr?.trim().split('\n').at(-1)}`)
  }
}
