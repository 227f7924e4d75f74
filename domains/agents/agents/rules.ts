export const harnessNames = [
  ...(['runtime-1', 'runtime-2', 'runtime-3', 'runtime-4', 'runtime-5', 'runtime-6', 'runtime-7'] as const),
  'native',
] as const
export type HarnessName = (typeof harnessNames)[number]

/** What an agent is for. The built-in ones have one each; an agent that people made has a duty alone. */
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
export const sandboxProfiles = ['builder', 'desktop', 'e2e'] as const

/** Roles that something is asked of. */
const rolesAtWork: readonly AgentRole[] = ['planner', 'coder', 'reviewer', 'intake']

interface AgentFields {
  readonly role: AgentRole | null
  readonly pipeline: (typeof pipelines)[number] | null
  readonly runtimeVersion: string | null
  readonly sandboxProfile: (typeof sandboxProfiles)[number] | null
}

/** Fields of an agent that no run minds yet, by name, so that nobody takes a stored wish for an effect. */
export const unusedFields = ({ role, pipeline, runtimeVersion, sandboxProfile }: AgentFields): string[] => {
  return [
    ...(role && !rolesAtWork.includes(role) ? ['role'] : []),
    ...(pipeline !== null && pipeline !== 'default' ? ['pipeline'] : []),
    ...(runtimeVersion === null ? [] : ['runtimeVersion']),
    ...(sandboxProfile !== null && sandboxProfile !== 'builder' ? ['sandboxProfile'] : []),
  ]
}
