import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Controller, findHierarchies, type Hierarchy } from './cgroup-hierarchies.ts'
import { ownerIsGone, ownerMark } from './owner-mark.ts'
import type { SandboxLimits } from './sandbox.ts'

/** The control group of a command: a process that wants to join writes `0` to `joinFiles`. */
export interface CommandGroup {
  readonly joinFiles: readonly string[]
  cpuSeconds(): Promise<number>
  oomKills(): Promise<number>
  kill(): Promise<void>
  remove(): Promise<void>
}

/** The control group of a sandbox, which carries its limits; its commands' groups lie inside. */
interface SandboxGroup {
  command(): Promise<CommandGroup>
  remove(): Promise<void>
}

export interface Cgroups {
  readonly version: 1 | 2
  readonly controllers: ReadonlySet<Controller>
  sandbox(limits: Pick<SandboxLimits, 'memoryBytes' | 'processes'>): Promise<SandboxGroup>
  sweep(): Promise<void>
}

/**
 * The control groups that this process may make children of, found by trial; undefined if there are no such groups.
 * Version 2 is preferred, then version 1 controller by controller. Source: Linux admin-guide/cgroup-v2 and cgroup-v1.
 */
export const findCgroups = async (): Promise<Cgroups | undefined> => {
  const hierarchies = await findHierarchies()
  return hierarchies.length === 0 ? undefined : cgroupsOver(hierarchies)
}

let sandboxes = 0

export const cgroupsOver = (hierarchies: readonly Hierarchy[]): Cgroups => ({
  version: hierarchies[0]!.version,
  controllers: new Set(hierarchies.flatMap((hierarchy) => hierarchy.controllers)),
  async sandbox(limits) {
    sandboxes += 1
    const name = `atelier-${ownerMark()}-${sandboxes}`
    const folders = hierarchies.map((hierarchy) => join(hierarchy.path, name))
    for (const [at, hierarchy] of hierarchies.entries()) await makeSandboxFolder(hierarchy, folders[at]!, limits)
    return sandboxGroup(hierarchies, folders)
  },
  async sweep() {
    for (const hierarchy of hierarchies) {
      for (const folder of await marked(hierarchy.mountPoint)) await removeTree(folder)
    }
  },
})

const sandboxGroup = (hierarchies: readonly Hierarchy[], folders: readonly string[]): SandboxGroup => {
  let commands = 0
  return {
    async command() {
      commands += 1
      const leaves = folders.map((folder) => join(folder, `command-${commands}`))
      for (const leaf of leaves) await mkdir(leaf)
      return commandGroup(hierarchies, leaves)
    },
    async remove() {
      for (const folder of folders) await removeTree(folder)
    },
  }
}

const commandGroup = (hierarchies: readonly Hierarchy[], leaves: readonly string[]): CommandGroup => {
  const leafOf = (controller: Controller) =>
    leaves[hierarchies.findIndex((each) => each.controllers.includes(controller))]
  const version = hierarchies[0]!.version
  return {
    joinFiles: leaves.map((leaf) => join(leaf, 'cgroup.procs')),
    async cpuSeconds() {
      const leaf = leafOf('cpu')
      if (!leaf) return 0
      if (version === 1) return Number(await content(join(leaf, 'cpuacct.usage'))) / 1e9
      return counter(await content(join(leaf, 'cpu.stat')), 'usage_usec') / 1e6
    },
    async oomKills() {
      const leaf = leafOf('memory')
      if (!leaf) return 0
      return counter(await content(join(leaf, version === 1 ? 'memory.oom_control' : 'memory.events')), 'oom_kill')
    },
    async kill() {
      for (const leaf of leaves) await killMembers(leaf)
    },
    async remove() {
      for (const leaf of leaves) await removeTree(leaf)
    },
  }
}

const makeSandboxFolder = async (
  { version, controllers }: Hierarchy,
  folder: string,
  limits: Pick<SandboxLimits, 'memoryBytes' | 'processes'>,
) => {
  await mkdir(folder)
  const set = (file: string, value: string | number) => writeFile(join(folder, file), String(value))
  const perhaps = (file: string, value: string | number) => set(file, value).catch(() => {})
  if (controllers.includes('pids')) await set('pids.max', limits.processes)
  if (version === 2) {
    if (controllers.includes('memory')) await set('memory.max', limits.memoryBytes)
    await perhaps('memory.swap.max', 0)
    await perhaps('cgroup.subtree_control', '+memory +pids')
    return
  }
  if (!controllers.includes('memory')) return
  await perhaps('memory.use_hierarchy', 1)
  await set('memory.limit_in_bytes', limits.memoryBytes)
  await perhaps('memory.memsw.limit_in_bytes', limits.memoryBytes)
}

const content = (file: string) => readFile(file, 'utf8').catch(() => '')

const counter = (text: string, name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0)

const killMembers = async (folder: string) => {
  const whole = await writeFile(join(folder, 'cgroup.kill'), '1', { flag: 'r+' }).then(
    () => true,
    () => false,
  )
  if (whole) return
  for (const pid of (await content(join(folder, 'cgroup.procs'))).split('\n').filter(Boolean)) {
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      continue
    }
  }
}

// A killed process leaves its group a moment after the signal, so removing is tried again until it is empty.
const removeTree = async (folder: string) => {
  const children = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const child of children) if (child.isDirectory()) await removeTree(join(folder, child.name))
  for (let attempt = 0; attempt < 100; attempt += 1) {
    await killMembers(folder)
    const gone = await rmdir(folder).then(
      () => true,
      (error: NodeJS.ErrnoException) => error.code === 'ENOENT',
    )
    if (gone) return
    await delay(10)
  }
}

const depthMax = 6
const foldersMax = 5000

// Groups of dead servers, wherever they lie: a server need not start in the group in which its forerunner died.
const marked = async (mountPoint: string): Promise<string[]> => {
  const found: string[] = []
  let level = [mountPoint]
  let seen = 0
  for (let depth = 0; depth < depthMax && level.length > 0; depth += 1) {
    const next: string[] = []
    for (const folder of level) {
      if ((seen += 1) > foldersMax) return found
      const children = await readdir(folder, { withFileTypes: true }).catch(() => [])
      for (const child of children.filter((each) => each.isDirectory())) {
        const mark = /^atelier-([\d.]+)-\d+$/.exec(child.name)?.[1]
        if (!mark) next.push(join(folder, child.name))
        else if (ownerIsGone(mark)) found.push(join(folder, child.name))
      }
    }
    level = next
  }
  return found
}
