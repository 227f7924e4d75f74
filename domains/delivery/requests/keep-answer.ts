import { v7 as uuidv7 } from 'uuid'
import { isAgency, type Role } from '../../../platform/access/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { addMessage } from '../messages/index.ts'
import { answerText } from './rules.ts'
import type { RequestRow } from './tables.ts'

interface Answerer {
  readonly userId: string
  readonly role: Role
  readonly now: Date
}

/**
 * Keeps the answer to a client's question as a message of its cycle, which the next agent that reads the cycle hears.
 * Whoever may answer may steer the project. What the agency answers in a client's place is the agency's word.
 */
export const keepAnswer = async (tx: Transaction, row: RequestRow, { userId, role, now }: Answerer): Promise<void> => {
  if (row.requestType !== 'question' || row.requiredActor !== 'client') return
  const { projectId, cycleId } = row
  await addMessage(tx, {
    id: uuidv7(),
    projectId,
    cycleId,
    taskId: null,
    agentId: null,
    content: answerText(row),
    drives: true,
    authorSide: isAgency(role) ? 'agency' : 'client',
    createdBy: userId,
    now,
  })
}
