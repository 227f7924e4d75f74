import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { openerOf } from './open.ts'
import { isFor, mergedLayers, picked, type Layer } from './rules/configs.ts'
import { inOrderOfSources } from './source-order.ts'
import { secretEntriesNamed } from './store.ts'
import { configsOf } from './store-configs.ts'

interface Parts {
  readonly database: Database
  readonly vault: Vault
}

export interface SecretsUse {
  readonly workspaceId: string
  readonly projectId: string
  /** The secrets that are asked for, by name: keys of entries or names of a config. */
  readonly names: readonly string[]
  /** The label of the environment that asks; null for a use outside of one. */
  readonly environment: string | null
}

export interface ResolvedSecrets {
  readonly values: ReadonlyMap<string, string>
  /** Names that nothing has, in the order in which they were asked for. */
  readonly missing: readonly string[]
}

/**
 * The values of secrets in clear, for one use: entries of the project's files in the order of their paths, then each
 * active config without a filter or with that environment's label, oldest first; of several values the last counts.
 * Throws VaultUnavailable where there is something to open and no root key.
 */
export const resolveSecrets = async (
  { database, vault }: Parts,
  { workspaceId, projectId, names, environment }: SecretsUse,
): Promise<ResolvedSecrets> => {
  if (names.length === 0) return { values: new Map(), missing: [] }
  const layers = await database.reading(workspaceId, async (tx): Promise<Layer[]> => {
    const entries = inOrderOfSources(await secretEntriesNamed(tx, projectId, names))
    const configs = (await configsOf(tx, projectId)).filter((row) => row.isActive && isFor(row, environment))
    if (entries.length + configs.length === 0) return []
    const opener = await openerOf(tx, vault, projectId)
    const ofFiles = entries.map((row) => [row.key, opener.entry(row)] as const)
    return [ofFiles, ...configs.map((row) => Object.entries(opener.config(row)))]
  })
  return picked(mergedLayers(layers), names)
}
