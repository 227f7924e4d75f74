import { isAgency, type Role } from '../../../platform/access/index.ts'
import type { Failure } from './tables.ts'

const asPlainText =
  'The work could not be finished, for a reason that lies with the agency. Ask it, and run the cycle again.'

// What a client reads instead of a message that may quote files, what commands printed, or an agent.
const plainly: Readonly<Record<string, string>> = {
  conflict: 'The change conflicts with what was merged meanwhile.',
  denied: 'The change was denied.',
  gave_up: 'The agent did not finish.',
  internal: 'Something went wrong. Run the cycle again.',
  no_change: 'The agent made no change.',
  not_revertible: 'The branch does not have what was to be reverted.',
  nothing_to_revert: 'Nothing is left of what was to be reverted.',
  result_refused: 'The changes pass their checks one by one, and not together.',
  review_refused: 'The review refused the change.',
  review_checked: 'No test shows that the change does what was requested, and the project refuses such changes.',
  review_unverified: 'No check proves the change, and the project refuses such changes.',
  stopped: 'The run was stopped.',
  target_moved: 'The target branch kept moving. Run the cycle again.',
}

/** A failure as somebody of this role may read it: the agency all of it, a client what happened, without a log. */
export const failureFor = (failure: Failure | null, role: Role): Omit<Failure, 'forAgency'> | null => {
  if (!failure) return null
  const { forAgency, ...shown } = failure
  return isAgency(role) ? shown : forClient(forAgency ? { ...shown, code: '' } : shown)
}

const forClient = ({ step, code = '' }: Failure): Failure => {
  const message = Object.hasOwn(plainly, code) ? plainly[code] : undefined
  return { message: message ?? asPlainText, ...(step && { step }), ...(message && { code }) }
}

/** A failure as events keep it, which readers of both kinds read: nothing in it names the agency's endpoint or budgets. */
export const failureForEvents = (failure: Failure): Omit<Failure, 'forAgency'> => {
  const { forAgency, ...shown } = failure
  return forAgency ? forClient({ ...shown, code: '' }) : shown
}
