import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { FoundText } from '../../domain.ts'
import { cycleTitle, isLiveCycle } from '../cycles/index.ts'
import { taskTitle } from '../tasks/index.ts'

const texts = statement<{ ids: readonly string[] }, FoundText>(
  'message.texts',
  `select m.id, m.cycle_id as "cycleId", m.task_id as "taskId", null::text as handle, m.content as body,
     coalesce(${taskTitle('m.task_id')}, ${cycleTitle('m.cycle_id')}) as title
   from message m
   where m.workspace_id = :workspace and m.id = any(:ids) and (m.cycle_id is null or ${isLiveCycle('m.cycle_id')})`,
)
/** The texts of these messages in a search, under the title of their task or cycle, without deleted cycles. */
export const textsOfMessages = (tx: Transaction, ids: readonly string[]) => texts(tx, { ids })
