import { v7 as uuidv7 } from 'uuid'
import { record } from '../../../platform/audit/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { OutsideComment } from '../../domain.ts'
import { findCycle } from '../cycles/index.ts'
import { addMessage } from './store.ts'

/** Characters of an outside comment that are stored; longer text is cut. */
const contentMost = 32_000

/** Adds an outside comment to the conversation of its cycle. It drives no agent: its author is not known here. */
export const addOutsideComment = async (tx: Transaction, { cycleId, text, source, now }: OutsideComment) => {
  const cycle = await findCycle(tx, cycleId)
  if (!cycle) return
  const id = uuidv7()
  await addMessage(tx, {
    id,
    projectId: cycle.projectId,
    cycleId,
    content: text.slice(0, contentMost),
    drives: false,
    authorSide: 'agency',
    createdBy: cycle.runStartedBy ?? cycle.createdBy,
    now,
  })
  record(
    tx,
    {
      action: 'cycle.take_comment',
      category: 'create',
      outcome: 'success',
      actor: { type: 'system', id: null },
      source,
      resource: ['cycle_message', id],
      parent: ['cycle', cycleId],
      details: { projectId: cycle.projectId, source },
    },
    {
      name: 'cycle.messaged',
      entity: ['cycle', cycleId],
      projectId: cycle.projectId,
      cycleId,
      payload: { messageId: id, source },
    },
  )
}
