import type { Transaction } from '../../../platform/db/transaction.ts'
import { notifyAgency, notifyClients } from '../../accounts/letters/index.ts'
import { countUnshown } from './rules.ts'
import type { RequestRow } from './tables.ts'

/** Queues letters to the deciders: to clients about their own decisions, to the agency about all others. */
export const notifyAsked = async (
  tx: Transaction,
  { id: subjectId, projectId, cycleId, title, requestType, requiredActor, reasons }: RequestRow,
  now: Date,
  { reminds = false } = {},
): Promise<void> => {
  const kind = requestType === 'question' ? 'question' : 'request'
  const tell = requiredActor === 'client' ? notifyClients : notifyAgency
  await tell(tx, { kind, projectId, cycleId, subjectId, title, unshown: countUnshown(reasons), now }, { reminds })
}
