import type Docker from 'dockerode'
import { join } from 'node:path'
import { exportScript, standardEnvironment } from '../environment.ts'
import { fstabOfMounted } from '../fstab.ts'
import { hostMounts, mountsBelow, type HostMount, buildView, hostNameOf, type View } from '../view.ts'
import { innerWords } from '../isolated-driver.ts'
import { openSandbox, type Host, type Plan } from '../open-sandbox.ts'
import { procMasks } from '../proc-masks.ts'
import { coreWords, enforcedBy, ownProcesses, type Machine } from '../resource-limits.ts'
import type { SandboxDriver, SandboxSpec, StopReason } from '../sandbox.ts'
import { makeScratch, type Scratch } from '../scratch.ts'
import { syscallFilter } from '../seccomp.ts'
import type { Bind, Toolchain } from '../toolchain.ts'
import { viewArguments } from '../util-linux.ts'
import { buildImage } from './build-image.ts'
import { openEngine, sweepContainers, systemImage, type Engine } from './engine.ts'
import { imageView } from './image-view.ts'
import { startContainer } from './start-container.ts'
import type { Use } from './reports.ts'

// Two folders, because `mount --all` takes a folder that is bound to itself for mounted.
const mountedView = '/view'
const viewRoot = '/inside'
const startFolder = '/start'

/**
 * The driver over the engine that answers at a Unix socket, which removes what dead servers left there. Rejects with a
 * sentence if none answers.
 */
export const openContainers = async (socketPath: string, host: Host): Promise<SandboxDriver> => {
  const engine = await openEngine(socketPath)
  await sweepContainers(engine)
  return containerDriver(engine, host)
}

/**
 * Each command in a container of its own, by an engine on this machine: the engine holds its resources, its lifetime
 * and its namespaces; inside, the view is built as util-linux does it. The command sees nothing of the engine's own
 * mounts. See decisions/0226.
 */
const containerDriver = async (engine: Engine, found: Host): Promise<SandboxDriver> => {
  const image = await systemImage(engine, found.toolchain.links)
  const host = { ...found, cgroups: undefined, machine: machineOf(engine, found.machine) }
  const ulimits = ulimitsOf(found.machine)
  const driver: SandboxDriver = {
    name: 'container',
    isolates: true,
    enforced: [
      ...enforcedBy(host.machine, 'container', syscallFilter() !== undefined),
      `containers: one for each command, by ${engine.title}; the memory and processes of commands that run at once in a sandbox are added up four times a second`,
    ],
    warnings: [],
    async open(spec) {
      const scratch = await makeScratch(host.scratchIn)
      try {
        return await openSandbox(host, spec, scratch, planOf({ engine, image, host, ulimits, spec, scratch }))
      } catch (error) {
        await scratch.remove()
        throw error
      }
    },
    ...(canEndBuilds(engine) && { images: { build: (build) => buildImage(engine, driver, build) } }),
  }
  return driver
}

/** Podman continues a build step whose caller has left: its processes have to be this user's to end. */
const canEndBuilds = ({ isPodman, isRootless }: Engine) => !isPodman || isRootless || process.getuid!() === 0

/** The engine makes control groups for every container; only this process's limit on core dumps holds there. */
const machineOf = ({ cgroupVersion }: Engine, machine: Machine): Machine => ({
  ...machine,
  controllers: new Set(['cpu', 'memory', 'pids']),
  cgroupVersion,
  hardLimits: machine.hardLimits.core === undefined ? {} : { core: machine.hardLimits.core },
})

interface Parts {
  readonly engine: Engine
  readonly image: string
  readonly host: Host
  readonly ulimits: Docker.HostConfig['Ulimits']
  readonly spec: SandboxSpec
  readonly scratch: Scratch
}

const planOf = ({ engine, image, host, ulimits, spec, scratch }: Parts): Plan => {
  const { view, program } = viewFor(spec, scratch, host.toolchain)
  const filter = syscallFilter()
  const fstab = fstabOfMounted({ view, masks: procMasks() }, { from: mountedView, root: viewRoot })
  const input = { filter, hostName: hostNameOf(spec.id), path: host.toolchain.path }
  const outer = [
    ...coreWords(host.machine),
    ...(program ? ['env', `ATELIER_UMOUNT=${program('umount').join(' ')}`] : []),
    ...viewArguments(input, viewRoot, `${startFolder}/fstab`, program),
  ]
  const inner = innerWords('container', spec, host, program)
  const machines = standardEnvironment(host.toolchain.path, inner.proxy)
  const standard = program ? { ...machines, SHELL: '/bin/sh' } : machines
  const uses = new Map<number, Use>()
  const removals = new Set<Promise<void>>()
  return {
    start: (command, _group, number) => {
      const folder = join(scratch.system, `start-${number}`)
      const start = {
        engine,
        folder,
        environmentScript: exportScript(standard, spec.environment, command.environment),
        filter: filter?.program,
        fstab,
        words: [...outer, ...inner.words(command)],
        options: optionsOf({ engine, image, host, ulimits, spec, view, folder }),
      }
      return startContainer(start, command, {
        onUse: (use) => uses.set(number, use),
        onEnd(removal) {
          uses.delete(number)
          removals.add(removal)
          removal.then(
            () => removals.delete(removal),
            () => undefined,
          )
        },
      }).then((started) => ({ ...started, togetherPassed: () => passedTogether([...uses.values()], spec) }))
    },
    path: (inside) => inside,
    // A container that the engine does not remove has ended; the next start of a server removes it.
    release: async () => {
      await Promise.allSettled(removals)
    },
  }
}

const viewFor = (spec: SandboxSpec, scratch: Scratch, toolchain: Toolchain) =>
  spec.system === undefined
    ? { view: buildView(spec, scratch, toolchain), program: undefined }
    : imageView(spec.system, spec, scratch, toolchain)

/** Each container is bounded separately: the joint use of a sandbox's containers is added up here. */
const passedTogether = (uses: readonly Use[], { limits, egressSocket }: SandboxSpec): StopReason | undefined => {
  if (uses.length < 2) return undefined
  const sum = (part: 'memoryBytes' | 'processes') => uses.reduce((total, use) => total + use[part], 0)
  if (sum('memoryBytes') > limits.memoryBytes) return 'memory'
  const processesMost = limits.processes + uses.length * processesOfContainer(egressSocket !== undefined)
  return sum('processes') > processesMost ? 'processes' : undefined
}

// One more than elsewhere: the container's first process.
const processesOfContainer = (hasEgress: boolean) => ownProcesses(hasEgress) + 1

interface ContainerParts extends Omit<Parts, 'scratch'> {
  readonly view: View
  readonly folder: string
}

const optionsOf = ({ engine, spec, ...parts }: ContainerParts): Docker.ContainerCreateOptions => ({
  Image: parts.image,
  User: userOf(engine),
  WorkingDir: '/',
  Env: ['PATH=/usr/sbin:/usr/bin:/sbin:/bin', 'LC_ALL=C'],
  NetworkDisabled: true,
  StopSignal: 'SIGKILL',
  StopTimeout: 0,
  HostConfig: {
    NetworkMode: 'none',
    IpcMode: 'private',
    ...(engine.cgroupVersion === 2 && { CgroupnsMode: 'private' as const }),
    ...(!engine.isRootless && { UsernsMode: 'host' }),
    ReadonlyRootfs: true,
    CapDrop: ['ALL'],
    // Without it Linux lets no user 0 appear in another user namespace. The command's own namespaces do not have it.
    CapAdd: userOf(engine).startsWith('0:') ? ['SETFCAP'] : [],
    SecurityOpt: securityOptions(engine),
    ...(!engine.isPodman && { MaskedPaths: [], ReadonlyPaths: [] }),
    Memory: spec.limits.memoryBytes,
    MemorySwap: spec.limits.memoryBytes,
    PidsLimit: spec.limits.processes + processesOfContainer(spec.egressSocket !== undefined),
    Ulimits: parts.ulimits,
    Mounts: mountsOf(parts.view, parts.folder, parts.host.toolchain),
  },
})

/** The number inside that is this server's own user, to whom the worktree belongs. */
const userOf = ({ isRootless }: Engine) => (isRootless ? '0:0' : `${process.getuid!()}:${process.getgid!()}`)

/**
 * The engine's own filter and masks are taken away, because they would keep the first process from building the view.
 * Before it begins, the command gets the rules of the other drivers, which refuse more.
 */
const securityOptions = ({ isPodman, hasAppArmor }: Engine) => [
  'no-new-privileges',
  'seccomp=unconfined',
  'label=disable',
  ...(hasAppArmor ? ['apparmor=unconfined'] : []),
  ...(isPodman ? ['unmask=ALL'] : []),
]

// Podman lowers its own bound on processes to this; the control group bounds a container's processes.
const processesMax = 32_768
const descriptorsMax = 1_048_576

/** No more than this process may have, since an engine's own defaults may be more than it can give. */
const ulimitsOf = ({ hardLimits }: Machine) => {
  const most = { core: 1, nofile: descriptorsMax, nproc: processesMax }
  return Object.entries(most).map(([Name, max]) => {
    const value = Math.min(max, hardLimits[Name] ?? max)
    return { Name, Soft: value, Hard: value }
  })
}

const systemFolders = /^\/(usr|bin|sbin|lib|lib32|lib64|libx32|etc\/ld\.so\.cache)$/

const mountsOf = (view: View, folder: string, { binds }: Toolchain): Docker.MountConfig => {
  const hosts = hostMounts()
  return [
    ...binds.filter(({ to }) => systemFolders.test(to)),
    { from: folder, to: startFolder, writable: false },
    { from: view.root, to: mountedView, writable: false },
    ...view.binds.map((bind) => ({ ...bind, to: mountedView + bind.to })),
  ]
    .flatMap((bind) => withMountsBelow(bind, hosts))
    .map(mountOf)
}

// Docker mounts lower mounts as well, Podman's Docker API does not: each has to be named.
const withMountsBelow = (bind: Bind, hosts: readonly HostMount[]): Bind[] => [
  bind,
  ...mountsBelow(bind.from, hosts).map(({ point }) => ({
    ...bind,
    from: point,
    to: bind.to + point.slice(bind.from.length),
  })),
]

const mountOf = ({ from, to, writable }: Bind): Docker.MountSettings => ({
  Type: 'bind',
  Source: from,
  Target: to,
  ReadOnly: !writable,
  BindOptions: { Propagation: 'rprivate' },
})
