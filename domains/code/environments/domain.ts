import { domain, type NamedByProject } from '../../domain.ts'
import { environments } from './contract.ts'
import handlers from './handlers.ts'
import { removeEnvironments, findEnvironment } from './store.ts'
import { validate } from 'uuid'
import type { InvalidField } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

/** Returns a fault for each environment that a project's settings name and that is not its own. */
const faultsOfNamed = async (
  tx: Transaction,
  projectId: string,
  { previews = {} }: NamedByProject,
): Promise<readonly InvalidField[]> => {
  const faults: InvalidField[] = []
  for (const name of ['environmentId', 'productionEnvironmentId'] as const) {
    const id = previews[name]
    if (id === undefined || (validate(id) && (await findEnvironment(tx, { projectId, id })))) continue
    const message = 'names no environment of this project'
    faults.push({ path: `runtime.previews.${name}`, message, rule: 'reference' })
  }
  return faults
}

export default domain({
  name: 'environments',
  contract: environments,
  handlers: () => handlers,
  project: () => ({ purge: removeEnvironments, faultsOf: faultsOfNamed }),
})
