import { atelier } from '../program/command.ts'
import { absent, failed } from '../failure.ts'
import type { Session } from '../session.ts'
import { listed, printable } from '../terminal/text.ts'
import { findAgents } from './agents.ts'
import { keysIn } from '../../../execution/models/found/keys.ts'
import { findServers } from '../../../execution/models/found/servers.ts'
import type { ModelSource, UsedSource, UseOptions } from './model-source.ts'
import { useAgent } from './use-agent.ts'
import { useEndpoint } from './use-endpoint.ts'

/** Finds keys, model servers and coding agents of this machine. Nothing is sent off it, and nothing is used. */
export const findSources = async ({
  environment,
  signal,
}: Pick<Session, 'environment' | 'signal'>): Promise<readonly ModelSource[]> => {
  const [servers, agents] = await Promise.all([findServers(environment, signal), findAgents(environment, signal)])
  return [...servers, ...keysIn(environment), ...agents]
}

/** Tries a source of this machine and keeps it: a key or a model server as an endpoint, an agent as a harness. */
export const useSource = async (
  session: Session,
  name: string,
  options: UseOptions,
  sources?: readonly ModelSource[],
): Promise<UsedSource> => {
  const allSources = sources ?? (await findSources(session))
  const source = allSources.find((one) => one.name === name)
  if (!source) throw absent('no_such_source', notFound(name, allSources))
  if (source.unusable !== undefined) throw failed('source_unusable', `${source.title}: ${source.unusable}`)
  return source.kind === 'agent' ? useAgent(session, source) : useEndpoint(session, source, options)
}

const notFound = (name: string, allSources: readonly ModelSource[]) => {
  const usable = allSources.filter(({ unusable }) => unusable === undefined)
  const there =
    usable.length === 0 ? 'Nothing that can be used was found' : `There is ${listed(usable.map((one) => one.name))}`
  return `Nothing named ${printable(name)} was found on this machine. ${there}. See all: ${atelier} models found`
}
