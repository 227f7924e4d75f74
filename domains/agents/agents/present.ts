import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Static } from '../../../platform/contract/index.ts'
import { type BuiltIn, builtIns } from './built-ins.ts'
import type { Agent } from './contract.ts'
import type { AgentRole } from './rules.ts'
import { deactivatedBuiltIns } from './store.ts'
import type { AgentRow } from './tables.ts'

/** An agent in an answer: a row, or a built-in agent in the form of a row. */
export type ShownAgent = Omit<AgentRow, 'createdBy'> & {
  readonly role: AgentRole | null
  readonly createdBy: string | null
}

// Older than any row, so that lists end with the built-in agents.
const broughtAlong = new Date('2026-01-01T00:00:00.000Z')

/** The fields of a new agent that its author may leave out. */
export const unsetFields = {
  description: null,
  instructions: null,
  avatarKey: null,
  avatarUrl: null,
  modelOverride: null,
  pipeline: null,
  runtimeVersion: null,
  sandboxProfile: null,
}

const asRow = (builtIn: BuiltIn, ended: Date | undefined): ShownAgent => ({
  ...unsetFields,
  ...builtIn,
  projectId: null,
  runtimeKind: 'native',
  createdBy: null,
  createdAt: broughtAlong,
  updatedAt: ended ?? broughtAlong,
  deactivatedAt: ended ?? null,
})

/** The built-in agents as this workspace has them, newest id first. */
export const builtInAgents = async (tx: Transaction): Promise<readonly ShownAgent[]> => {
  const ended = await deactivatedBuiltIns(tx)
  return builtIns.map((one) => asRow(one, ended.get(one.id))).reverse()
}

export const madeAgent = (row: AgentRow): ShownAgent => ({ ...row, role: null })

export const presentAgent = ({ createdBy, ...agent }: ShownAgent): Static<typeof Agent> => ({
  ...agent,
  isBuiltIn: agent.role !== null,
  isActive: agent.deactivatedAt === null,
  createdByUserId: createdBy,
})
