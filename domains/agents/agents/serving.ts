import { createHash } from 'node:crypto'
import { validate } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { builtInFor } from './built-ins.ts'
import { findAgent } from './find-agent.ts'
import { madeAgent, type ShownAgent } from './present.ts'
import type { AgentRole, HarnessName, Pipeline, SandboxProfile } from './rules.ts'
import { deactivatedBuiltIns, findExecutor, findIntakeAgent } from './store.ts'

/** The agent that carries tasks out, as a run takes it. */
export interface ServingAgent {
  readonly id: string
  readonly name: string
  readonly instructions: string
  readonly instructionsSha256: string
  readonly modelOverride: string | undefined
  /** The rounds that follow its own. */
  readonly pipeline: Pipeline
  /** As people wrote it; undefined for the runtime of the machine. */
  readonly runtimeVersion: string | undefined
  readonly sandboxProfile: SandboxProfile
}

/**
 * The agent for the tasks of a project under a harness: the agent that its `runtime.agentId` names, else its own newest
 * active agent that executes, else the newest of the workspace, else the built-in coder, which works under every
 * harness. Agents for another harness are skipped. Undefined if the named agent is not among these, or none is left.
 * Without a project: of the workspace.
 */
export const executorFor = async (
  tx: Transaction,
  project: { readonly id: string; readonly runtime: { readonly agentId?: string } } | undefined,
  harness: HarnessName,
): Promise<ServingAgent | undefined> => {
  const named = project?.runtime.agentId
  if (named !== undefined) return namedExecutor(tx, named, { projectId: project!.id, harness })
  const row = await findExecutor(tx, { projectId: project?.id ?? null, harness })
  if (row) return serving(madeAgent(row), 'coder')
  return builtInServing(tx, 'coder')
}

/** The active intake agent for a project: its own, else the workspace's, else the built-in one. */
export const intakeFor = async (tx: Transaction, projectId: string): Promise<ServingAgent | undefined> => {
  const row = await findIntakeAgent(tx, { projectId })
  return row ? serving(madeAgent(row), 'intake') : builtInServing(tx, 'intake')
}

const namedExecutor = async (
  tx: Transaction,
  id: string,
  { projectId, harness }: { readonly projectId: string; readonly harness: HarnessName },
) => {
  const found = validate(id) ? await findAgent(tx, id) : undefined
  const isOfProject = found && (found.projectId === null || found.projectId === projectId)
  const works = isOfProject && (found.role !== null || found.runtimeKind === harness)
  return works && !found.deactivatedAt && found.duty === 'executor' ? serving(found, 'coder') : undefined
}

/** An agent without instructions works by the built-in agent's instructions. */
const serving = (agent: ServableAgent, like: AgentRole): ServingAgent => {
  const instructions = agent.instructions ?? builtInFor(like).instructions
  return {
    id: agent.id,
    name: agent.name,
    instructions,
    instructionsSha256: createHash('sha256').update(instructions).digest('hex'),
    modelOverride: agent.modelOverride ?? undefined,
    pipeline: agent.pipeline ?? 'default',
    runtimeVersion: agent.runtimeVersion ?? undefined,
    sandboxProfile: agent.sandboxProfile ?? 'builder',
  }
}
type ServableAgent = Pick<ShownAgent, 'id' | 'name' | 'instructions'> &
  Partial<Pick<ShownAgent, 'modelOverride' | 'pipeline' | 'runtimeVersion' | 'sandboxProfile'>>

/** The built-in agent of a role; undefined if it is deactivated. */
export const builtInServing = async (tx: Transaction, role: AgentRole): Promise<ServingAgent | undefined> =>
  (await isBuiltInActive(tx, role)) ? serving(builtInFor(role), role) : undefined

export const isBuiltInActive = async (tx: Transaction, role: AgentRole): Promise<boolean> =>
  !(await deactivatedBuiltIns(tx)).has(builtInFor(role).id)
