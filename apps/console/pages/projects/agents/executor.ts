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
 * The agent for the tasks of a project under its harness, with the reason, of its active agents, newest first: the
 * agent that the project names, else its own newest executing agent, else the workspace's, else the built-in coder.
 */
export const executorOf = <Agent extends AgentCandidate>(
  agents: readonly Agent[],
  { pinned, harness }: { readonly pinned: string | undefined; readonly harness: string },
): { readonly agent: Agent; readonly why: ExecutorReason } | undefined => {
  const found = (why: ExecutorReason, fits: (agent: Agent) => boolean) => {
    const works = ({ isBuiltIn, runtimeKind }: Agent) => isBuiltIn || runtimeKind === harness
    const agent = agents.find((one) => one.isActive && works(one) && fits(one))
    return agent && { agent, why }
  }
  if (pinned !== undefined) return found('pinned', ({ id }) => id === pinned)
  const executes = ({ duty, isBuiltIn }: Agent) => duty === 'executor' && !isBuiltIn
  return (
    found('ofProject', (agent) => executes(agent) && agent.projectId !== null) ??
    found('ofWorkspace', (agent) => executes(agent) && agent.projectId === null) ??
    found('builtIn', ({ isBuiltIn, role }) => isBuiltIn && role === 'coder')
  )
}
