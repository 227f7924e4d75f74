import { agentRoles, type AgentRole } from '../agents/index.ts'

/** The role of a path; ends the request in 400 if it is unknown. */
export const roleOf = (
  text: string,
  invalid: (fields: readonly { path: string; message: string; rule: string }[]) => never,
): AgentRole =>
  agentRoles.find((role) => role === text) ??
  invalid([{ path: 'role', message: `is not one of ${agentRoles.join(', ')}`, rule: 'enum' }])
