import type { ProcMasks } from './proc-masks.ts'
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

/** How a driver builds the view: `prepare` once, `argv` before each command's words; descriptors 3 and 4 reach it. */
export interface Recipe {
  readonly name: 'bubblewrap' | 'util-linux'
  prepare(input: RecipeInput): Promise<void>
  argv(input: RecipeInput): string[]
}

/**
 * A command's limits of things that the kernel counts by user, as `NAME=VALUE` of /proc/sys/user. Its user outside is
 * the server's, who has 128 inotify instances in all; these bounds hold in the command's own user namespace.
 */
export const userLimits =
  'max_inotify_instances=16 max_inotify_watches=65536 max_fanotify_groups=4 max_fanotify_marks=8192'

/** The words of a command line. None of them has a space. */
export const wordsOf = (line: string): string[] => line.split(' ')

/** Size of /dev/shm, which counts as memory. Browsers and databases need some. */
export const shmBytes = 64 * 1024 * 1024
