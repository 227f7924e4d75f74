import type { Transaction } from '../../../platform/db/transaction.ts'
import { merged, readEffect } from './rules.ts'
import { findEnvironment, takenBy, environmentsOf } from './store.ts'
import type { Variables, Config } from './tables.ts'
import { faultOfVariable } from '../../../execution/sandbox/index.ts'

/** The environment of a run when it was planned. */
export interface RunEnvironment extends Pick<Variables, 'variables'> {
  /** Names of secrets, each with the label of the newest environment that has it. */
  readonly secrets: readonly { readonly name: string; readonly environment: string }[]
  /** The environments it comes from, the oldest first. */
  readonly from: readonly { readonly id: string; readonly label: string }[]
}

/** The environment of a run; its names and values are deleted once the run has ended. */
export const environmentOfRun = async (tx: Transaction, runId: string): Promise<RunEnvironment> => {
  const rows = await takenBy(tx, { runId })
  const effects = rows.map(({ config, label }) => ({ label, effect: effectOf(config ?? {}) }))
  const { variables, secrets } = merged(effects.map(({ effect }) => effect))
  const labelOf = (name: string) => effects.findLast(({ effect }) => effect.secrets.includes(name))!.label
  return {
    variables,
    secrets: secrets.map((name) => ({ name, environment: labelOf(name) })),
    from: rows.map(({ environmentId, label }) => ({ id: environmentId, label })),
  }
}

/** The values of an environment for a deployment, with its label; undefined if the project has no such active one. */
export const environmentById = async (
  tx: Transaction,
  of: { readonly projectId: string; readonly id: string },
): Promise<(Variables & { readonly label: string }) | undefined> => {
  const row = await findEnvironment(tx, of)
  return row && { ...effectOf(row.config), label: row.label }
}

/** The variables that a run of the project would get if it began now; secrets are not among them. */
export const variablesOfProject = async (tx: Transaction, projectId: string) => {
  const active = (await environmentsOf(tx, { projectId })).filter(({ isActive }) => isActive)
  return merged(active.map(({ config }) => effectOf(config))).variables
}

/** The variables and secrets for runs in a config of any shape. */
export const effectOf = (config: Config): Variables => readEffect(config, (name) => faultOfVariable(name) === undefined)
