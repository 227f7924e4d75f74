/** The fields that decide which agent carries out the tasks of a project. */
interface AgentCandidate {
  readonly id: string
  readonly projectId: string | null
  readonly duty: 'executor' | 'intake'
  readonly role: string | null
  readonly isBuiltIn: boolean
  readonly runtimeKind: string
  readonly isActive: boolean
}

export type ExecutorReason = 'pinned' | 'ofProject' | 'ofWorkspace' | 'builtIn'

/**
 * The agent for the tasks of a project under its harness, with the reason. `agents` are newest first: the pinned agent,
 * else the project's newest executor, else the workspace's, else the built-in coder.
 */
export const executorOf = <Agent extends AgentCandidate>(
  agents: readonly Agent[],
  { pinned, harness }: { readonly pinned: string | undefined; readonly harness: string },
): { readonly agent: Agent; readonly why: ExecutorReason } | undefined => {
  const usable = agents.filter((one) => one.isActive && (one.isBuiltIn || one.runtimeKind === harness))
  const findAgent = (why: ExecutorReason, fits: (agent: Agent) => boolean) => {
    const agent = usable.find(fits)
    return agent && { agent, why }
  }
  if (pinned !== undefined) return findAgent('pinned', ({ id }) => id === pinned)
  const executes = ({ duty, isBuiltIn }: Agent) => duty === 'executor' && !isBuiltIn
  return (
    findAgent('ofProject', (agent) => executes(agent) && agent.projectId !== null) ??
    findAgent('ofWorkspace', (agent) => executes(agent) && agent.projectId === null) ??
    findAgent('builtIn', ({ isBuiltIn, role }) => isBuiltIn && role === 'coder')
  )
}
