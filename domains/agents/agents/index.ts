export { builtInFor } from './built-ins.ts'
export { findAgent } from './find-agent.ts'
export type { ShownAgent } from './present.ts'
export {
  agentRoles,
  harnessNames,
  pipelineRounds,
  roundRoles,
  rounds,
  type AgentRole,
  type HarnessName,
  type Pipeline,
  type Round,
  type SandboxProfile,
} from './rules.ts'
export { agentsOfOtherHarness, agentsWorkingWith } from './store.ts'
export { builtInServing, executorFor, intakeFor, isBuiltInActive, type ServingAgent } from './serving.ts'
