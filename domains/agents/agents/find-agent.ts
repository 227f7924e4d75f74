import { isAgency, type Caller } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { validate } from 'uuid'
import type { InvalidField } from '../../../platform/contract/index.ts'
import type { NamedByProject } from '../../domain.ts'
import { findBuiltIn } from './built-ins.ts'
import { builtInAgents, madeAgent, type ShownAgent } from './present.ts'
import { findAgentRow } from './store.ts'

/** An agent of this workspace, built-in or made by people, active or not. */
export const findAgent = async (tx: Transaction, id: string): Promise<ShownAgent | undefined> => {
  const builtIn = findBuiltIn(id)
  if (builtIn) return (await builtInAgents(tx)).find((one) => one.id === builtIn.id)
  const row = await findAgentRow(tx, { id })
  return row && madeAgent(row)
}

/** The agent that a project's settings name, if it is neither its own nor the workspace's. */
export const faultsOfNamed = async (
  tx: Transaction,
  projectId: string,
  { agentId }: NamedByProject,
): Promise<readonly InvalidField[]> => {
  if (agentId === undefined) return []
  const found = validate(agentId) ? await findAgent(tx, agentId) : undefined
  return found && (found.projectId === null || found.projectId === projectId)
    ? []
    : [{ path: 'runtime.agentId', message: 'names no agent of this project or workspace', rule: 'reference' }]
}

/** Agents are the agency's; a key that names projects sees the agents of the workspace and of its projects. */
export const agentKind = async (tx: Transaction, id: string, { role, projectIds }: Caller) => {
  if (!isAgency(role)) return undefined
  const found = await findAgent(tx, id)
  const isHidden = found?.projectId != null && projectIds !== undefined && !projectIds.includes(found.projectId)
  return found && !isHidden ? ({ projectId: null, scope: found.projectId } as const) : undefined
}
