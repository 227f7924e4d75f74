import type { Transaction } from '../../../platform/db/transaction.ts'
import { commentsForRework, commentsSentWith } from '../line-comments/index.ts'
import type { RequestRow } from './tables.ts'

/** Returns the words that send a change back, then the comments at its lines; undefined if there are no words. */
export const reworkFeedback = async (tx: Transaction, { id, feedback }: RequestRow): Promise<string[] | undefined> =>
  feedback ? [feedback, ...commentsForRework(await commentsSentWith(tx, id))] : undefined
