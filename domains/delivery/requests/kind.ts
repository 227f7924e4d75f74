import { isAgency, type ProjectKind } from '../../../platform/access/index.ts'
import { findRequest } from './store.ts'

/** What is the agency's to decide is not there for anybody else, agents included. */
export const pendingRequestKind: ProjectKind = async (tx, id, { role }) => {
  const row = await findRequest(tx, id)
  return row && (isAgency(role) || row.requiredActor === 'client') ? row : undefined
}
