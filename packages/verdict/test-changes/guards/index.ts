import { sideOf } from '../change.ts'
import type { Guard } from './guard.ts'
import { guardsIn } from './places.ts'

export type { Guard, GuardKind } from './guard.ts'
export { guardsIn } from './places.ts'

/**
 * The places of a program that are guards: checks of access, signatures, limits, deletions, addresses outside, the
 * environment, the process, files, entrances, names that are defined twice or belong to another module. With the text
 * that the file had before, also new ways out of its functions, before statements that were there. `guardsAt` parses: only
 * a thread that reads outside bytes may import this module.
 */
export const guardsAt = (path: string, after: string, before?: string): Promise<readonly Guard[]> =>
  Promise.resolve(guardsIn(sideOf(path, after), before === undefined ? undefined : sideOf(path, before)))
