import { cycleStatuses } from '../domains/delivery/cycles/rules.ts'
import { taskStatuses } from '../domains/delivery/tasks/rules.ts'

/** Types of events that no operation declares: those of runs, of jobs, and those that several operations cause. */
export const jobEventTypes: readonly string[] = [
  ...cycleStatuses.map((status) => `cycle.${status}`),
  ...taskStatuses.map((status) => `task.${status}`),
  'budget.warned',
  'client_invoice.checkout_ended',
  'client_invoice.letter_ended',
  'client_invoice.payment_mismatched',
  'client_invoice.reminded',
  'cycle.checked',
  'cycle.messaged',
  'cycle.planned',
  'cycle.reverted',
  'cycle.sorted',
  'pending_request.cancelled',
  'pending_request.created',
  'person.changed',
  'person.erased',
  'project.created',
  'project.run_failed',
  'project.run_started',
  'project.run_stopped',
  'project.run_waiting',
  'revision.created',
  'task.checked',
  'task.rechecked',
  'task.reviewed',
  'task.updated',
  'webhook.disabled',
]
