import type { InvalidField, Static } from '../../../platform/contract/index.ts'
import { faultsOfChecks } from './check-secrets.ts'
import type { Runtime } from './contract.ts'

/** What is wrong with a runtime, beyond what its schema says. */
export const faultsOfRuntime = (runtime: Static<typeof Runtime> = {}): InvalidField[] => [
  ...faultsOfChecks(runtime),
  ...faultsOfDelivery(runtime, 'runtime.delivery'),
]

/** A policy that would ship is refused as long as nothing can be deployed: it would be kept and not done. */
export const faultsOfDelivery = ({ delivery }: Pick<Static<typeof Runtime>, 'delivery'>, at: string): InvalidField[] =>
  delivery?.onApproval === 'deploy'
    ? [
        {
          path: `${at}.onApproval`,
          message: 'asks for a deployment, which this version does not have: use nothing, or leave it out',
          rule: 'unavailable',
        },
      ]
    : []
