import type { ProcMasks } from './proc-masks.ts'
import type { DriverName } from './sandbox.ts'
import type { Scratch } from './scratch.ts'
import type { SyscallFilter } from './seccomp.ts'
import type { View } from './view.ts'

export interface RecipeInput {
  view: View
  masks: ProcMasks
  scratch: Scratch
  hostName: string
  filter: SyscallFilter | undefined
  path: string
}

/**
 * How one driver builds the view: `prepare` once per sandbox, `argv` for each command. The command's own words follow
 * those of `argv`; descriptor 3 and, with a filter, 4 must reach it.
 */
export interface Recipe {
  readonly name: Exclude<DriverName, 'process'>
  prepare(input: RecipeInput): Promise<void>
  argv(input: RecipeInput): string[]
}

/** Of /dev/shm, which counts as memory. Browsers and databases need some. */
export const shmBytes = 64 * 1024 * 1024
