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

// Older than any row, so that lists end with them.
const broughtAlong = new Date('2026-01-01T00:00:00.000Z')

const asRow = ({ id, role, duty, name, description, instructions }: BuiltIn, ended: Date | undefined): ShownAgent => ({
  id,
  role,
  duty,
  name,
  description,
  instructions,
  projectId: null,
  avatarKey: null,
  avatarUrl: null,
  modelOverride: null,
  pipeline: null,
  runtimeKind: 'native',
  runtimeVersion: null,
  sandboxProfile: null,
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

export const presentAgent = (one: ShownAgent): Static<typeof Agent> => {
  const { id, projectId, name, description, instructions, duty, role, avatarKey, avatarUrl, modelOverride } = one
  const { pipeline, runtimeKind, runtimeVersion, sandboxProfile, createdBy, createdAt, updatedAt, deactivatedAt } = one
  return {
    id,
    projectId,
    name,
    description,
    instructions,
    duty,
    role,
    avatarKey,
    avatarUrl,
    modelOverride,
    pipeline,
    runtimeKind,
    runtimeVersion,
    sandboxProfile,
    isBuiltIn: role !== null,
    isActive: deactivatedAt === null,
    createdByUserId: createdBy,
    createdAt,
    updatedAt,
    deactivatedAt,
  }
}
