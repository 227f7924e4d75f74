export const harnessNames = [
  ...(['runtime-1', 'runtime-2', 'runtime-3', 'runtime-4', 'runtime-5', 'runtime-6', 'runtime-7'] as const),
  'native',
] as const
export type HarnessName = (typeof harnessNames)[number]

/** The job of an agent. Each built-in agent has one; an agent that people made has only a duty. */
export const agentRoles = ['planner', 'coder', 'reviewer', 'tester', 'writer', 'intake'] as const
export type AgentRole = (typeof agentRoles)[number]

/** Ids of the built-in agents, which are the same in every workspace. */
export const builtInIds: Readonly<Record<AgentRole, string>> = {
  planner: '00000000-0000-7000-8000-0000000000a1',
  coder: '00000000-0000-7000-8000-0000000000a2',
  reviewer: '00000000-0000-7000-8000-0000000000a3',
  tester: '00000000-0000-7000-8000-0000000000a4',
  writer: '00000000-0000-7000-8000-0000000000a5',
  intake: '00000000-0000-7000-8000-0000000000a6',
}

export const duties = ['executor', 'intake'] as const
export type Duty = (typeof duties)[number]

export const pipelines = ['default', 'full', 'docs', 'security', 'lint'] as const
export type Pipeline = (typeof pipelines)[number]

/** The possible rounds after the coder's part of a task, each a step of the task's run with its own model. */
export const rounds = ['lint', 'test', 'secure', 'document'] as const
export type Round = (typeof rounds)[number]

/** The rounds of a task by the pipeline of the agent that carries it out, in their order. */
export const pipelineRounds: Readonly<Record<Pipeline, readonly Round[]>> = {
  default: [],
  full: ['test', 'document'],
  docs: ['document'],
  security: ['secure'],
  lint: ['lint'],
}

/** Whose instructions and model a round works with. */
export const roundRoles: Readonly<Record<Round, Extract<AgentRole, 'coder' | 'tester' | 'writer'>>> = {
  lint: 'coder',
  test: 'tester',
  secure: 'tester',
  document: 'writer',
}
export const sandboxProfiles = ['builder', 'desktop', 'e2e'] as const
export type SandboxProfile = (typeof sandboxProfiles)[number]
