import { isAgency, type ProjectKind } from '../../../platform/access/index.ts'
import { findRequest } from './store.ts'

/** A decision of the agency is hidden from all others, agents included. */
export const pendingRequestKind: ProjectKind = async (tx, id, { role }) => {
  const row = await findRequest(tx, id)
  return row && (isAgency(role) || row.requiredActor === 'client') ? row : undefined
}
