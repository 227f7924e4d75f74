import type { Readable } from 'node:stream'
import type { CommandGroup } from './cgroup.ts'
import type { StopReason } from './sandbox.ts'

/**
 * A command that was started. `pid` is its first process on this machine, if it is known. `kill` ends all of its
 * processes; `settled` resolves once none is left and both streams are closed.
 */
export interface StartedCommand {
  readonly pid: number | undefined
  readonly stdout: Readable
  readonly stderr: Readable
  readonly group: CommandUse | undefined
  /** Exit code and signal; rejects only when the command could not be started. */
  readonly ended: Promise<readonly [code: number | null, signal: string | null]>
  /** The limit that all commands in the sandbox have passed together, for a driver that counts each separately. */
  togetherPassed?(): StopReason | undefined
  hasEnded(): boolean
  kill(): Promise<void>
  settled(): Promise<void>
}

/** The use of a command so far. */
type CommandUse = Pick<CommandGroup, 'cpuSeconds' | 'oomKills'>
