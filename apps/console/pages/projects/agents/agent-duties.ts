interface DutyAgent {
  readonly id: string
  readonly role: string | null
  readonly isBuiltIn: boolean
  readonly withoutEffect: readonly string[]
}

/** The duties of a run in their order; `coder` is that of the agent that carries out the tasks. */
export const duties = ['intake', 'planner', 'coder', 'tester', 'reviewer'] as const
export type Duty = (typeof duties)[number]

export interface DutyRow<Agent extends DutyAgent> {
  readonly duty: Duty
  readonly agent: Agent
}

/** Who has each duty. A built-in agent whose role has no effect has none. */
export const dutyRows = <Agent extends DutyAgent>(
  agents: readonly Agent[],
  executor: Agent | undefined,
): DutyRow<Agent>[] =>
  duties.flatMap((duty) => {
    const builtIn = agents.find(
      ({ isBuiltIn, role, withoutEffect }) => isBuiltIn && role === duty && !withoutEffect.includes('role'),
    )
    const agent = duty === 'coder' ? executor : builtIn
    return agent ? [{ duty, agent }] : []
  })

/** Agents that could carry out the tasks in place of the one that does. */
export const otherAgents = <Agent extends DutyAgent>(
  agents: readonly Agent[],
  rows: readonly DutyRow<Agent>[],
): Agent[] =>
  agents.filter(
    (agent) => (!agent.isBuiltIn || agent.role === 'coder') && !rows.some((row) => row.agent.id === agent.id),
  )

const resultTypes: Readonly<Record<Duty, readonly string[]>> = {
  intake: [],
  planner: [],
  coder: ['cycle.completed', 'cycle.failed'],
  tester: ['task.checked'],
  reviewer: ['task.reviewed'],
}

/** What last came of a duty, of milestones that are newest first. */
export const lastResult = <Event extends { readonly eventType: string }>(
  duty: Duty,
  milestones: readonly Event[],
): Event | undefined => milestones.find(({ eventType }) => resultTypes[duty].includes(eventType))
