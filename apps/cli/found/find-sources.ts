import type { Session } from '../session.ts'
import { findAgents } from './agents.ts'
import { keysIn } from '../../../execution/models/found/keys.ts'
import type { ModelSource } from './model-source.ts'
import { findServers } from '../../../execution/models/found/servers.ts'

/** Keys, model servers and coding agents of this machine. Nothing is sent off it, and nothing is used. */
export const findSources = async ({
  environment,
  signal,
}: Pick<Session, 'environment' | 'signal'>): Promise<readonly ModelSource[]> => {
  const [servers, agents] = await Promise.all([findServers(environment, signal), findAgents(environment, signal)])
  return [...servers, ...keysIn(environment), ...agents]
}
