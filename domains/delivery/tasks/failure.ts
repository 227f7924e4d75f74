import { isAgency, type Role } from '../../../platform/access/index.ts'
import type { Failure } from './tables.ts'

const asPlainText =
  'The work could not be finished, for a reason that lies with the agency. Ask it, and run the cycle again.'

/** A failure as somebody of this role may read it. */
export const shownFailure = (failure: Failure | null, role: Role): Omit<Failure, 'forAgency'> | null => {
  if (!failure) return null
  const { forAgency, ...shown } = failure
  if (!forAgency || isAgency(role)) return shown
  return { message: asPlainText, ...(failure.step && { step: failure.step }) }
}
