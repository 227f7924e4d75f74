import { type Cap, findBudget, instanceScope, type Scope, applyCaps } from '../spending/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { capOfWorkspace, type InstanceCaps } from '../../code/projects/rules/caps.ts'
import { shareWorkspaceDefaults, workspaceDefaults } from '../../code/projects/index.ts'

export interface CapParts {
  readonly database: Database
  readonly caps: InstanceCaps
}

/** The caps of a call that belongs to no run: of its workspace and of the instance, if set. */
const capsOf = (caps: InstanceCaps, workspaceId: string, own: number | null | undefined): readonly Cap[] =>
  [
    { scope: { kind: 'workspace', id: workspaceId } as const, capMicros: capOfWorkspace(own, caps) },
    { scope: instanceScope, capMicros: caps.instanceMicros ?? null },
  ].filter(({ capMicros }) => capMicros !== null)

/** True if the caps of a call that belongs to no run are set as they should be, which they mostly are. */
export const areCapsSet = async (tx: Transaction, { caps }: CapParts, workspaceId: string): Promise<boolean> => {
  const [defaults, ofWorkspace, ofInstance] = await Promise.all([
    workspaceDefaults(tx),
    findBudget(tx, { kind: 'workspace', id: workspaceId }),
    findBudget(tx, instanceScope),
  ])
  const capNow = ({ kind }: Scope) => (kind === 'workspace' ? ofWorkspace : ofInstance).capMicros
  return capsOf(caps, workspaceId, defaults?.costCapMicros).every(({ scope, capMicros }) => capNow(scope) === capMicros)
}

/** Sets them: runs set theirs, and there may have been none. */
export const capCalls = ({ database, caps }: CapParts, workspaceId: string): Promise<void> =>
  database.within(workspaceId, async (tx) => {
    await applyCaps(tx, capsOf(caps, workspaceId, (await shareWorkspaceDefaults(tx)).costCapMicros))
  })
