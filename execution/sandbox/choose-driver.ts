import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartRefusal } from '../../platform/configuration/refusal.ts'
import { bubblewrap } from './bubblewrap.ts'
import { findCgroups } from './cgroup.ts'
import { isolatedDriver } from './isolated-driver.ts'
import type { Host } from './open-sandbox.ts'
import { processDriver } from './process-driver.ts'
import { describeMachine } from './resource-limits.ts'
import { worktreePath, type DriverName, type SandboxDriver, type SandboxLimits } from './sandbox.ts'
import { sweepScratch } from './scratch.ts'
import { findToolchain } from './toolchain.ts'
import { utilLinux } from './util-linux.ts'

/** `engine` is the Unix socket of the container engine, for the driver that needs one. */
export interface DriverOptions {
  scratchIn?: string
  programs?: readonly string[]
  engine?: string
}

const defaultEngine = '/var/run/docker.sock'

/**
 * The driver to use on this machine: the driver `name`, else bubblewrap, else util-linux, the first that runs a command.
 * `process` isolates nothing and is taken only by its name. `scratchIn` is where sandboxes keep /tmp and
 * the home. `programs` are folders outside of /usr that every sandbox sees. First removes what dead servers left.
 * Throws a sentence that says what to allow or to install. See decisions/0007.
 */
export const chooseDriver = async (
  name: DriverName | undefined,
  { scratchIn = tmpdir(), programs = [], engine = defaultEngine }: DriverOptions = {},
): Promise<SandboxDriver> => {
  const host = await lookAtHost(scratchIn, programs)
  if (name === 'process') return processDriver(host)
  if (name === 'container') return chooseContainers(host, engine)
  const complaints: string[] = []
  for (const recipe of [bubblewrap, utilLinux]) {
    if (name && name !== recipe.name) continue
    const driver = isolatedDriver(recipe, host)
    const complaint = await tryOutOnce(driver, host)
    if (complaint === undefined) return driver
    complaints.push(`${recipe.name}: ${complaint}`)
  }
  throw new StartRefusal(await refusal(complaints))
}

const chooseContainers = async (host: Host, socketPath: string): Promise<SandboxDriver> => {
  try {
    // Loaded only when it is asked for: the engine's client and its packages are large.
    const { openContainers } = await import('./container/container-driver.ts')
    const driver = await openContainers(socketPath, host)
    const complaint = await tryOut(driver, host.scratchIn)
    if (complaint === undefined) return driver
    throw new Error(complaint)
  } catch (error) {
    throw new StartRefusal(await refusal([`container: ${(error as Error).message}`]))
  }
}

const lookAtHost = async (scratchIn: string, programs: readonly string[]): Promise<Host> => {
  const cgroups = await findCgroups()
  await Promise.all([cgroups?.sweep(), sweepScratch(scratchIn)])
  const [machine, toolchain] = await Promise.all([describeMachine(cgroups), findToolchain(programs)])
  return { cgroups, machine, toolchain, scratchIn }
}

const mebibyte = 1024 * 1024

const trialLimits: SandboxLimits = {
  cpuSeconds: 5,
  memoryBytes: 256 * mebibyte,
  processes: 16,
  fileSizeBytes: mebibyte,
  diskBytes: mebibyte,
  wallMs: 10_000,
  outputBytes: mebibyte,
}

// A driver that ran a command is not tried again: the rights of a process do not change while it runs.
const usableDrivers = new Set<string>()

const tryOutOnce = async (driver: SandboxDriver, { scratchIn, toolchain, cgroups }: Host) => {
  const key = JSON.stringify([driver.name, scratchIn, toolchain, cgroups !== undefined])
  const complaint = usableDrivers.has(key) ? undefined : await tryOut(driver, scratchIn)
  if (complaint === undefined) usableDrivers.add(key)
  return complaint
}

const tryOut = async (driver: SandboxDriver, scratchIn: string): Promise<string | undefined> => {
  const worktree = await mkdtemp(join(scratchIn, 'atelier-trial-'))
  try {
    const sandbox = await driver.open({
      id: 'trial',
      worktree: { from: worktree, writable: true },
      limits: trialLimits,
    })
    try {
      const outcome = await sandbox.run({ argv: ['sh', '-c', 'pwd && : >file && rm file'] })
      if (outcome.exitCode === 0 && outcome.stdout === `${worktreePath}\n`) return undefined
      return lastLine(outcome.stderr) || `a first command ended with ${outcome.exitCode ?? outcome.stoppedBy}`
    } finally {
      await sandbox.close()
    }
  } catch (error) {
    return (error as Error).message
  } finally {
    await rm(worktree, { recursive: true, force: true })
  }
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? ''

const switches: readonly { file: string; closed: string; advice: string }[] = [
  {
    file: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
    closed: '1',
    advice: 'sysctl -w kernel.apparmor_restrict_unprivileged_userns=0',
  },
  {
    file: '/proc/sys/kernel/unprivileged_userns_clone',
    closed: '0',
    advice: 'sysctl -w kernel.unprivileged_userns_clone=1',
  },
  { file: '/proc/sys/user/max_user_namespaces', closed: '0', advice: 'sysctl -w user.max_user_namespaces=15000' },
]

const refusal = async (complaints: readonly string[]) => {
  const advice: string[] = []
  for (const { file, closed, advice: words } of switches) {
    const value = await readFile(file, 'utf8').catch(() => undefined)
    if (value?.trim() === closed) advice.push(words)
  }
  const remedy =
    advice.length > 0
      ? `This machine refuses user namespaces. As root, run: ${advice.join(' && ')}`
      : 'Install bubblewrap 0.8 or later (apt-get install bubblewrap), or util-linux and perl, and allow user namespaces; a container needs them from its host'
  return `No sandbox can be made here (${complaints.join('; ')}). ${remedy}. Or set ATELIER_SANDBOX_DRIVER=process to run commands without isolation.`
}
