import { isAgency, type Role } from '../../../platform/access/index.ts'
import { sentence } from '../sentences/index.ts'
import type { Failure } from './tables.ts'

const asPlainText = sentence('failed_by_agency')

// The client's text instead of a message that may quote files, output of commands, or an agent.
const plainly: Readonly<Record<string, string>> = {
  conflict: sentence('conflict'),
  denied: sentence('change_denied'),
  gave_up: sentence('agent_not_finished'),
  internal: sentence('failed_internally'),
  no_change: sentence('agent_no_change'),
  not_begun: sentence('task_not_started'),
  not_revertible: sentence('not_revertible'),
  nothing_to_revert: sentence('nothing_to_revert'),
  result_refused: sentence('result_refused'),
  review_refused: sentence('review_refused'),
  review_shown: sentence('review_shown'),
  review_checked: sentence('review_checked'),
  review_unverified: sentence('review_unverified'),
  stopped: sentence('run_stopped'),
  target_moved: sentence('target_moved'),
}

/** A failure for a reader of this role: the agency gets all of it, a client the event, without a log. */
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
