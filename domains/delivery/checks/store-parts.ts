import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { PartOfLines } from './part-ranges.ts'
import { changePart, type ChangePartRow } from './tables.ts'

const forget = statement<{ taskId: string; runId: string }>(
  'change-part.forget',
  'delete from change_part where task_id = :taskId and run_id = :runId',
)
const insert = statement<{
  taskId: string
  runId: string
  paths: readonly string[]
  lines: readonly number[]
  endLines: readonly number[]
  linesToRead: readonly number[]
  sourceLines: readonly string[]
  kinds: readonly string[]
  added: readonly string[]
  removed: readonly string[]
  accounts: readonly string[]
  reasons: readonly string[]
  tests: readonly string[]
  now: Date
}>(
  'change-part.insert',
  `insert into change_part (workspace_id, task_id, run_id, position, path, line, end_line, lines_to_read, source_line, kind, added, removed,
     account, reason, tests, created_at)
   select :workspace, :taskId, :runId, position - 1, path, line, end_line, lines_to_read, source_line, kind, part_added, part_removed, part_account, nullif(part_reason, ''), nullif(part_tests, '')::jsonb, :now
   from unnest(:paths::text[], :lines::int[], :endLines::int[], :linesToRead::int[], :sourceLines::text[], :kinds::text[], :added::text[], :removed::text[],
     :accounts::text[], :reasons::text[], :tests::text[]) with ordinality
     as part (path, line, end_line, lines_to_read, source_line, kind, part_added, part_removed, part_account, part_reason, part_tests, position)`,
)
/** Replaces the parts of a task's change and their accounts. */
export const replaceChangeParts = async (
  tx: Transaction,
  { taskId, runId }: { readonly taskId: string; readonly runId: string },
  parts: readonly ChangePartRow[],
  now: Date,
): Promise<void> => {
  await forget(tx, { taskId, runId })
  if (parts.length === 0) return
  await insert(tx, {
    taskId,
    runId,
    paths: parts.map(({ path }) => path),
    lines: parts.map(({ line }) => line),
    endLines: parts.map(({ endLine }) => endLine),
    linesToRead: parts.map(({ linesToRead }) => linesToRead),
    sourceLines: parts.map(({ sourceLine }) => sourceLine),
    kinds: parts.map(({ kind }) => kind),
    added: parts.map(({ added }) => added),
    removed: parts.map(({ removed }) => removed),
    accounts: parts.map(({ account }) => account),
    reasons: parts.map(({ reason }) => reason ?? ''),
    tests: parts.map(({ tests }) => (tests ? JSON.stringify(tests) : '')),
    now,
  })
}

export const changePartsOf = statement<{ taskId: string; runId: string }, ChangePartRow>(
  'change-part.list',
  `select ${changePart.columns} from change_part where task_id = :taskId and run_id = :runId order by position`,
)

/** The parts of these tasks' changes, in the files with these paths; `runIds` are the tasks' runs, in their order. */
export const partsInFiles = statement<
  Record<'taskIds' | 'runIds' | 'paths', readonly string[]>,
  PartOfLines & { readonly taskId: string }
>(
  'change-part.in-files',
  `select task_id as "taskId", path, line, end_line as "endLine", kind, account, reason, tests from change_part
   where (task_id, run_id) in (select * from unnest(:taskIds::uuid[], :runIds::uuid[])) and path = any(:paths)
   order by task_id, position limit 20000`,
)
