import type { Transaction } from '../../../platform/db/transaction.ts'
import { effectOf } from './effect.ts'
import { merged } from './rules.ts'
import { environmentsOf } from './store.ts'

/** The variables that a run of the project would get if it began now; secrets are not among them. */
export const variablesOfProject = async (
  tx: Transaction,
  projectId: string,
): Promise<Readonly<Record<string, string>>> => {
  const active = (await environmentsOf(tx, projectId)).filter(({ isActive }) => isActive)
  return merged(active.map(({ config }) => effectOf(config))).variables
}
