import { type Pipeline, pipelineRounds, type Round } from '../../../../../domains/agents/agents/rules.ts'

interface DutyAgent {
  readonly id: string
  readonly role: string | null
  readonly isBuiltIn: boolean
  readonly pipeline: string | null
}

/** The duties of a run in their order; the executor, which carries out the tasks, has the duty `coder`. */
export const duties = ['intake', 'planner', 'coder', 'tester', 'writer', 'reviewer'] as const
export type Duty = (typeof duties)[number]

export interface DutyRow<Agent extends DutyAgent> {
  readonly duty: Duty
  readonly agent: Agent
}

/** The rounds after the coder's that need a duty; the other duties are in each run. */
const roundsOf: Readonly<Partial<Record<Duty, readonly Round[]>>> = {
  tester: ['test', 'secure'],
  writer: ['document'],
}

/** The agent of each duty. Tester and writer take part if the executor's pipeline has a round for them. */
export const dutyRows = <Agent extends DutyAgent>(
  agents: readonly Agent[],
  executor: Agent | undefined,
): DutyRow<Agent>[] => {
  const pipeline = (executor?.pipeline ?? 'default') as Pipeline
  return duties.flatMap((duty) => {
    const needed = roundsOf[duty]
    if (needed && !needed.some((round) => pipelineRounds[pipeline].includes(round))) return []
    const builtIn = agents.find(({ isBuiltIn, role }) => isBuiltIn && role === duty)
    const agent = duty === 'coder' ? executor : builtIn
    return agent ? [{ duty, agent }] : []
  })
}

/** Agents that could carry out the tasks in place of the present agent. */
export const otherAgents = <Agent extends DutyAgent>(
  agents: readonly Agent[],
  rows: readonly DutyRow<Agent>[],
): Agent[] =>
  agents.filter(
    (agent) => (!agent.isBuiltIn || agent.role === 'coder') && !rows.some((row) => row.agent.id === agent.id),
  )
