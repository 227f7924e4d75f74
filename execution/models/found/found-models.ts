import { allowModelHost } from '../local-servers.ts'
import { keysIn } from './keys.ts'
import { findServers } from './servers.ts'
import type { Environment, FoundSource, KeySource, ServerSource } from './source.ts'

/** The keys and model servers of the machine that the server runs on. */
export interface FoundModels {
  /** Whether administrators of its workspaces may see and use them. */
  isOffered(): boolean
  /** Sends nothing off this machine. */
  find(signal: AbortSignal): Promise<readonly FoundSource[]>
  keyOf(source: KeySource): string
  /** Opens the way to a model server of this machine for endpoints of workspaces. */
  allow(source: ServerSource): Promise<void>
}

interface FoundModelsParts {
  readonly isOffered: () => boolean
  readonly environment: Environment
  readonly dataFolder: string
}

export const openFoundModels = ({ isOffered, environment, dataFolder }: FoundModelsParts): FoundModels => ({
  isOffered,
  find: async (signal) => [...(await findServers(environment, signal)), ...keysIn(environment)],
  keyOf: ({ variable }) => environment[variable]!.trim(),
  allow: ({ baseUrl }) => allowModelHost(dataFolder, new URL(baseUrl).host),
})
