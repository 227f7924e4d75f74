import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cgroups, CommandGroup } from './cgroup.ts'
import { watchDisk } from './disk.ts'
import { watchFreeMemory } from './free-memory.ts'
import { wordsOf } from './recipe.ts'
import { coreWords, ownProcesses, type Machine } from './resource-limits.ts'
import { runCommand } from './run-command.ts'
import { packagesFolderOf, type Command, type Outcome, type Sandbox, type SandboxSpec } from './sandbox.ts'
import type { Scratch } from './scratch.ts'
import { startProcess, type Start, type StartedCommand } from './start-process.ts'
import type { Toolchain } from './toolchain.ts'

export interface Host {
  cgroups: Cgroups | undefined
  machine: Machine
  toolchain: Toolchain
  scratchIn: string
}

/** How a driver starts a command. `number` distinguishes the commands of a sandbox. */
export interface Plan {
  start(command: Command, group: CommandGroup | undefined, number: number): Promise<StartedCommand>
  path(inside: string): string
  release(): Promise<void>
}

/** How a driver starts a command as a process: its words, its folder on the host, and its environment. */
interface ProcessPlan {
  words(command: Command): string[]
  environment(command: Command): string
  cwd(command: Command): string
  filterFile: string | undefined
  endsBy: Start['endsBy']
}

/** Reads a script beside this file; scripts are handed to `sh -c`, so that nothing has to be found inside. */
export const scriptText = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

const launchScript = scriptText('launch.sh')

/** A sandbox over a driver's plan: its control group, its watch over the disk, its commands and their end. */
export const openSandbox = async (host: Host, spec: SandboxSpec, scratch: Scratch, plan: Plan): Promise<Sandbox> => {
  const hasEgress = spec.egressSocket !== undefined
  const processes = spec.limits.processes + ownProcesses(hasEgress)
  const group = await host.cgroups?.sandbox({ memoryBytes: spec.limits.memoryBytes, processes })
  const tree = spec.worktree?.writable ? [spec.worktree.from, packagesFolderOf(spec.worktree.from)] : []
  const written = [scratch.tmp, scratch.home, ...tree.filter((path) => existsSync(path))]
  const disk = watchDisk(written, spec.limits.diskBytes)
  const closing = new AbortController()
  const running = new Set<Promise<Outcome>>()
  let commands = 0
  let closed: Promise<void> | undefined

  const runOne = async (command: Command): Promise<Outcome> => {
    const commandGroup = await group?.command()
    try {
      const signal = command.signal ? AbortSignal.any([command.signal, closing.signal]) : closing.signal
      const oversight = {
        limits: spec.limits,
        machine: host.machine,
        hasEgress,
        disk: await disk.begin(),
        isMemoryShort: await watchFreeMemory(host.machine.availableBytes),
        goesOnWithoutMemory: command.goesOnWithoutMemory === true,
      }
      // The stopping caller waits for its end: a command that has not begun is over at once.
      if (signal.aborted) return notBegun
      const started = await plan.start({ ...command, signal }, commandGroup, (commands += 1))
      return await runCommand(started, { ...command, signal }, oversight)
    } finally {
      await commandGroup?.remove()
    }
  }

  return {
    id: spec.id,
    path: plan.path,
    async run(command) {
      const [program = ''] = command.argv
      if (program === '' || program.startsWith('-'))
        throw new Error(`"${program}" is no program. Name one that is on PATH, or by its path.`)
      if (closed) throw new Error(`Sandbox ${spec.id} is closed. Open another to run ${program}.`)
      const outcome = runOne(command)
      running.add(outcome)
      return outcome.finally(() => running.delete(outcome))
    },
    close() {
      closed ??= (async () => {
        closing.abort()
        await Promise.allSettled(running)
        await group?.remove()
        await plan.release()
        await scratch.remove()
      })()
      return closed
    },
  }
}

const notBegun: Outcome = {
  exitCode: null,
  signal: 'SIGKILL',
  stoppedBy: 'cancelled',
  stdout: '',
  stderr: '',
  truncated: false,
  durationMs: 0,
}

/** `Plan.start` of the drivers whose commands are children of this process. */
export const startsProcesses =
  ({ machine }: Host, { system }: Scratch, plan: ProcessPlan): Plan['start'] =>
  async (command, group, number) =>
    startProcess(startOf(machine, plan, command, group, join(system, `environment-${number}`)), command, group)

const startOf = (
  machine: Machine,
  plan: ProcessPlan,
  command: Command,
  group: CommandGroup | undefined,
  environmentFile: string,
): Start => ({
  argv: [
    ...coreWords(machine),
    // The death signal comes first: a server that is killed takes its commands along.
    // Without --norc bash takes an input that is a socket for a remote shell's, and reads the server's .bashrc.
    ...wordsOf('setpriv --pdeathsig KILL bash --norc --noprofile -c'),
    launchScript,
    'bash',
    String(process.pid),
    ...(group?.joinFiles ?? []),
    '--',
    ...plan.words(command),
  ],
  cwd: plan.cwd(command),
  environmentScript: plan.environment(command),
  environmentFile,
  filterFile: plan.filterFile,
  endsBy: plan.endsBy,
})
