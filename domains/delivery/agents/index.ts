export { builtInFor } from './built-ins.ts'
export { agentRoles, harnessNames, type AgentRole, type HarnessName } from './rules.ts'
export { agentsWorkingWith } from './store.ts'
export { executorFor, isBuiltInActive, type ServingAgent } from './serving.ts'
