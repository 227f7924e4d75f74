import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import { layersOfConfig, type ClearConfig } from './clear-config.ts'
import { ManagerRefusal } from './infisical.ts'
import { openerOf, type Opener } from './open-secrets.ts'
import { isFor, mergedLayers, pickNames, type Layer } from './rules/configs.ts'
import { secretEntriesNamed } from './store.ts'
import { configsOf } from './store-configs.ts'
import type { ConfigRow } from './tables.ts'

interface SecretsUse {
  readonly workspaceId: string
  readonly projectId: string
  /** The secrets that are asked for, by name: keys of entries or names of a config. */
  readonly names: readonly string[]
  /** The label of the environment that asks; null for a use without an environment. */
  readonly environment: string | null
}

interface ResolvedSecrets {
  readonly values: ReadonlyMap<string, string>
  /** Names that nothing has, in the order in which they were asked for. */
  readonly missing: readonly string[]
}

/** An active config of a project, open. */
interface OpenConfig {
  readonly label: string
  readonly clear: ClearConfig
}

/**
 * The values of secrets in clear, for one use: entries of the project's files in the order of their paths, then each
 * active config without a filter or with that environment's label, oldest first; among several values the last counts.
 * Asks external managers, outside of any transaction. Throws SecretsUnavailable if one refuses, and VaultUnavailable if
 * a value has to be opened without a root key.
 */
export const resolveSecrets = async (
  { database, vault, fetcher }: { readonly database: Database; readonly vault: Vault; readonly fetcher: Fetcher },
  { workspaceId, projectId, names, environment }: SecretsUse,
): Promise<ResolvedSecrets> => {
  if (names.length === 0) return { values: new Map(), missing: [] }
  const { files, configs } = await database.reading(workspaceId, async (tx) => {
    const entries = inOrderOfSources(await secretEntriesNamed(tx, { projectId, keys: names }))
    const rows = (await activeConfigs(tx, projectId)).filter((row) => isFor(row, environment))
    if (entries.length + rows.length === 0) return { files: [], configs: [] }
    const opener = await openerOf(tx, vault, projectId)
    return { files: entries.map((row) => [row.key, opener.entry(row)] as const), configs: rows.map(openWith(opener)) }
  })
  return pickNames(mergedLayers([files, ...(await layersOfConfigs(configs, fetcher))]), names)
}

/** The active configs of a project, oldest first, in clear. */
export const openActiveConfigs = async (tx: Transaction, vault: Vault, projectId: string): Promise<OpenConfig[]> => {
  const rows = await activeConfigs(tx, projectId)
  return rows.length === 0 ? [] : rows.map(openWith(await openerOf(tx, vault, projectId)))
}

const activeConfigs = async (tx: Transaction, projectId: string) =>
  (await configsOf(tx, { projectId })).filter(({ isActive }) => isActive)

const openWith =
  (opener: Opener) =>
  (row: ConfigRow): OpenConfig => ({ label: row.label, clear: opener.config(row) })

/** An external manager returned no secrets. `message` is a sentence for the agency, with the manager's own words. */
export class SecretsUnavailable extends Error {
  override readonly name = 'SecretsUnavailable'
  constructor(label: string, { message, cause }: ManagerRefusal) {
    super(`The secrets config “${label}” gave no secrets: ${message}`, { cause })
  }
}

/** Everything that the configs have, in their order. */
export const layersOfConfigs = async (configs: readonly OpenConfig[], fetcher: Fetcher): Promise<Layer[]> => {
  const layers = configs.map(({ label, clear }) =>
    layersOfConfig(clear, fetcher).catch((error: unknown) => {
      throw error instanceof ManagerRefusal ? new SecretsUnavailable(label, error) : error
    }),
  )
  return (await Promise.all(layers)).flat()
}

const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

/** Stored entries in the order in which they count: by the bytes of their file's path, the last file's before the others'. */
export const inOrderOfSources = <Entry extends { readonly source: string }>(entries: readonly Entry[]): Entry[] =>
  entries.toSorted((one, other) => byBytes(one.source, other.source))
