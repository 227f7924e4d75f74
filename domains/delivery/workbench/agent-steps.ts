import { rounds } from '../../agents/agents/index.ts'

/** The steps of a task's run that an agent works in, each with a conversation of its own. */
export const agentSteps: readonly string[] = ['build-task', ...rounds.map((round) => `${round}-task`)]
