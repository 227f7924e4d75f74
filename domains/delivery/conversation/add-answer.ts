import { v7 as uuidv7 } from 'uuid'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { AnsweredQuestion } from '../../domain.ts'
import { addMessage } from './store.ts'

/** Adds the answer to a client's question to the conversation of its cycle, where the next agent reads it. */
export const addAnswer = (tx: Transaction, { text, authorSide, answeredBy, ...answer }: AnsweredQuestion) =>
  addMessage(tx, {
    ...answer,
    id: uuidv7(),
    taskId: null,
    agentId: null,
    content: text,
    // Only people who may steer the project may answer.
    drives: true,
    authorSide,
    createdBy: answeredBy,
  })
