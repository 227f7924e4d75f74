import { acceptedFaults } from './accepted-requests.ts'
import { auditFaults } from './audit.ts'
import { billFaults } from './bills-and-mails.ts'
import { leaseFaults } from './leases.ts'
import { repositoryFaults } from './repositories.ts'
import type { Finding, Stand } from './stand.ts'
import { objectFaults } from './stored-objects.ts'

export { hasPython } from './audit.ts'
export { workUnderWay } from './leases.ts'
export { objectsIn, objectsUnder, type Accepted, type Finding, type Stand } from './stand.ts'

/**
 * Faults of a whole instance at rest: what was promised and is lost, doubled or in another state, what rows name and
 * nothing has, and what is left over. It reads only rows and stored bytes, by no code of the product.
 */
export const faultsIn = async (stand: Stand): Promise<Finding[]> => {
  const stored = await objectFaults(stand)
  return [
    ...(await acceptedFaults(stand)),
    ...stored,
    ...(await repositoryFaults(stand, new Set(stored.map(({ key }) => key)))),
    ...(await billFaults(stand)),
    ...(await auditFaults(stand)),
    ...(await leaseFaults(stand)),
  ]
}
