import { findBudget, instanceScope, setCaps, type Cap } from '../../../execution/models/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import {
  capOfWorkspace,
  shareWorkspaceDefaults,
  workspaceDefaults,
  type InstanceCaps,
} from '../../code/projects/index.ts'
import type { Read } from './endpoint-provider.ts'

export interface CapParts {
  readonly database: Database
  readonly caps: InstanceCaps
}

/**
 * Sets the caps of a workspace and of the instance before a call that belongs to no run, where something else is set:
 * runs set theirs, and there may have been none. Mostly it is a read.
 */
export const capCalls = async ({ database, caps }: CapParts, workspaceId: string, read: Read): Promise<void> => {
  const capsOf = (own: number | null | undefined): readonly Cap[] =>
    [
      { scope: { kind: 'workspace', id: workspaceId } as const, capMicros: capOfWorkspace(own, caps) },
      { scope: instanceScope, capMicros: caps.instanceMicros ?? null },
    ].filter(({ capMicros }) => capMicros !== null)
  const isSet = await read(async (tx) => {
    const wanted = capsOf((await workspaceDefaults(tx))?.costCapMicros)
    const found = await Promise.all(wanted.map(({ scope }) => findBudget(tx, scope)))
    return wanted.every(({ capMicros }, at) => found[at]!.capMicros === capMicros)
  })
  if (isSet) return
  await database.within(workspaceId, async (tx) => {
    await setCaps(tx, capsOf((await shareWorkspaceDefaults(tx)).costCapMicros))
  })
}
