import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Engine } from '../../../platform/jobs/index.ts'
import { replyRun } from './graph.ts'

/** Lets a model sort a reply, as a durable job. */
export const beginSorting = async (tx: Transaction, engine: Pick<Engine, 'start'>, messageId: string) => {
  const { graph: kind, name: first } = replyRun.at.sort
  await engine.start(tx, { workspaceId: tx.workspace!, kind, subjectId: messageId, first })
}
