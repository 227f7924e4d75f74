import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll } from 'vitest'
import { chooseDriver, type DriverOptions } from '../../execution/sandbox/choose-driver.ts'
import type {
  Command,
  DriverName,
  Sandbox,
  SandboxDriver,
  SandboxLimits,
  SandboxSpec,
} from '../../execution/sandbox/sandbox.ts'

import { isLong } from '../soak.ts'
import { startTestEngine, type TestEngine } from './container-engine.ts'

const mebibyte = 1024 * 1024

/** Small enough that every limit can be reached in a test. */
export const testLimits: SandboxLimits = {
  cpuSeconds: 20,
  memoryBytes: 512 * mebibyte,
  processes: 64,
  fileSizeBytes: 256 * mebibyte,
  diskBytes: 512 * mebibyte,
  wallMs: 20_000,
  outputBytes: 16 * mebibyte,
}

const execute = promisify(execFile)

/** Installs bubblewrap where the tests run as root and may; where it stays missing its tests are skipped. */
const installBubblewrap = async () => {
  const isThere = await execute('bwrap', ['--version']).then(
    () => true,
    () => false,
  )
  if (isThere || process.getuid?.() !== 0) return
  const options = ['-o', 'DPkg::Lock::Timeout=120', '-y', '-q', '--no-install-recommends']
  await execute('apt-get', ['install', ...options, 'bubblewrap']).catch(() => {})
}

export interface DriverUnderTest {
  name: DriverName
  driver: SandboxDriver | undefined
  why: string
  /** The options that make it again with `chooseDriver`, beside the name. */
  options: DriverOptions
}

const onlyLong = 'is skipped: its conformance takes long, and runs with bin/test --long'

/** All isolating drivers, each with why it is skipped if it cannot run here; containers only with the long tests. */
export const allIsolatingDrivers = async (): Promise<DriverUnderTest[]> => [
  ...(await isolatingDrivers()),
  isLong ? await containersUnderTest() : { name: 'container', driver: undefined, why: onlyLong, options: {} },
]

/** The isolating drivers that need no container engine, each with why it is skipped if it cannot run here. */
export const isolatingDrivers = async (): Promise<DriverUnderTest[]> => {
  await installBubblewrap()
  const names: readonly DriverName[] = ['bubblewrap', 'util-linux']
  return Promise.all(
    names.map(async (name) => {
      try {
        return { name, driver: await chooseDriver(name), why: '', options: {} }
      } catch (error) {
        if (await isExpected(name)) throw error
        return { name, driver: undefined, why: `is skipped: ${(error as Error).message}`, options: {} }
      }
    }),
  )
}

/**
 * The driver of containers over an engine that is started for the tests of this file and closed after them. Where an
 * engine runs containers and this machine allows user namespaces, the driver has to run.
 */
export const containersUnderTest = async (): Promise<DriverUnderTest & { engine?: TestEngine }> => {
  const name = 'container'
  const started = await startTestEngine().catch((error: Error) => error)
  if (started instanceof Error) return { name, driver: undefined, why: `is skipped: ${started.message}`, options: {} }
  const options = { engine: started.socket }
  try {
    const driver = await chooseDriver(name, options)
    afterAll(() => started.close())
    return { name, driver, why: '', options, engine: started }
  } catch (error) {
    // A file that is not collected has no end in which its engine is closed.
    await started.close()
    if (await isExpected(name)) throw error
    return { name, driver: undefined, why: `is skipped: ${(error as Error).message}`, options: {} }
  }
}

// A driver that could run here and does not is a failure, not something to skip.
const isExpected = async (name: DriverName) => {
  const tools =
    name === 'bubblewrap' ? ['bwrap', '--disable-userns', '--unshare-all', '--unshare-user'] : ['perl', '-v']
  const view = name === 'bubblewrap' ? ['--ro-bind', '/', '/', 'true'] : []
  const trials = [
    ['unshare', '--user', '--map-root-user', '--mount', '--pid', '--fork', 'true'],
    [...tools, ...view],
  ]
  const outcomes = trials.map(([program, ...args]) => execute(program!, args))
  return (await Promise.allSettled(outcomes)).every(({ status }) => status === 'fulfilled')
}

export interface Scene {
  /** A folder of the host, outside of every sandbox. */
  outside: string
  worktree: string
  sandbox: Sandbox
  run(argv: readonly string[], more?: Partial<Command>): ReturnType<Sandbox['run']>
  sh(script: string, more?: Partial<Command>): ReturnType<Sandbox['run']>
  node(script: string, more?: Partial<Command>): ReturnType<Sandbox['run']>
  perl(script: string, more?: Partial<Command>): ReturnType<Sandbox['run']>
  end(): Promise<void>
}

export const scene = async (
  driver: SandboxDriver,
  more: Partial<SandboxSpec> | ((outside: string) => Promise<Partial<SandboxSpec>>) = {},
): Promise<Scene> => {
  const outside = await mkdtemp(join(tmpdir(), 'conformance-'))
  const worktree = join(outside, 'worktree')
  await mkdir(worktree)
  const own = { id: 'conformance', worktree: { from: worktree, writable: true }, limits: testLimits }
  const sandbox = await driver.open({ ...own, ...(typeof more === 'function' ? await more(outside) : more) })
  const run: Scene['run'] = (argv, rest) => sandbox.run({ argv, ...rest })
  return {
    outside,
    worktree,
    sandbox,
    run,
    sh: (script, rest) => run(['sh', '-c', script], rest),
    node: (script, rest) => run(['node', '--input-type=module', '-e', script], rest),
    perl: (script, rest) => run(['perl', '-MSocket', '-e', script], rest),
    async end() {
      await sandbox.close()
      await rm(outside, { recursive: true, force: true })
    },
  }
}

/** A command with a time of its own: no other one sleeps as long. */
export const longSleep = (() => {
  let made = 0
  return () => `31${process.pid}${String((made += 1)).padStart(3, '0')}`
})()
