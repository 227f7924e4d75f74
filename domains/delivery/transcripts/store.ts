import type { Static } from '../../../platform/contract/index.ts'
import { json, oneRowStatement, rowStatement, statement, type Json } from '../../../platform/db/statement.ts'
import { workspacesDue } from '../../../platform/db/workspaces-due.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { retention } from '../../../platform/retention/index.ts'
import { taskIdsOfCycle, taskIdsOfProject } from '../tasks/index.ts'
import type { TranscriptStep } from './contract.ts'

/** The position of an agent's step: tasks in the order in which they were planned, and the steps of each in turn. */
export interface TranscriptPlace {
  readonly taskId: string
  readonly runId: string
  readonly stepSeq: number
  readonly attempt: number
  readonly position: number
}

/** A step with its texts cut: `output` at its beginning, since an error is at the end of a command's output. */
export type TranscriptRow = Omit<Static<typeof TranscriptStep>, 'seq' | 'textTruncated' | 'at'> &
  TranscriptPlace & { readonly isCut: boolean; readonly createdAt: Date }

const order = 'task_id, run_id, step_seq, attempt, position'
const said = `coalesce(payload->>'text', payload->>'summary')`

// The rows are chosen before their texts are read: an agent can print a mebibyte a step.
const page = statement<
  TranscriptPlace & { cycleId: string; only: string | null; most: number; rows: number },
  TranscriptRow
>(
  'task.transcript-page',
  `select task_id as "taskId", run_id as "runId", step_seq as "stepSeq", attempt, position,
     replace(kind, '-', '_') as kind, created_at as "createdAt", payload->>'id' as "callId", payload->>'name' as tool,
     left(payload->>'input', :most) as input,
     case when kind = 'tool-result' then right(${said}, :most) else left(${said}, :most) end as text,
     coalesce(greatest(length(payload->>'input'), length(${said})) > :most, false) as "isCut",
     (payload->>'ok')::boolean as ok, (payload->>'inputTokens')::float8 as "inputTokens",
     (payload->>'outputTokens')::float8 as "outputTokens", payload->>'outcome' as outcome,
     case when kind = 'heard' then payload->'ids' end as "messageIds",
     case when kind = 'started' then payload->'limits' end as limits
   from (
     select * from task_transcript
     where workspace_id = :workspace
       and task_id in ${taskIdsOfCycle(':cycleId')}
       and (:only::uuid is null or task_id = :only)
       and (${order}) > (:taskId::uuid, :runId::uuid, :stepSeq::int, :attempt::int, :position::int)
     order by ${order} limit :rows
   ) entry order by ${order}`,
)

const nil = '00000000-0000-0000-0000-000000000000'
const beginning: TranscriptPlace = { taskId: nil, runId: nil, stepSeq: 0, attempt: 0, position: 0 }
const textMostChars = 4_000

/** The steps of a cycle's agents, or of a single task, in order after a place. */
export const transcriptOf = (
  tx: Transaction,
  { cycleId, taskId }: { readonly cycleId: string; readonly taskId: string | undefined },
  rows: number,
  after: TranscriptPlace = beginning,
) => page(tx, { ...after, cycleId, only: taskId ?? null, most: textMostChars, rows })

const end = rowStatement<{ taskId: string }, TranscriptPlace>(
  'task.transcript-end',
  `select task_id as "taskId", run_id as "runId", step_seq as "stepSeq", attempt, position from task_transcript
   where workspace_id = :workspace and task_id = :taskId
   order by run_id desc, step_seq desc, attempt desc, position desc limit 1`,
)
/** The place of the newest step of a task, before the next ones. */
export const transcriptEnd = async (tx: Transaction, taskId: string): Promise<TranscriptPlace> =>
  (await end(tx, { taskId })) ?? { ...beginning, taskId }

const size = oneRowStatement<{ projectId: string }, { bytes: number }>(
  'task.transcript-bytes',
  `select coalesce(sum(pg_column_size(payload)), 0)::float8 as bytes from task_transcript
   where workspace_id = :workspace and task_id in ${taskIdsOfProject(':projectId')}`,
)
/** The bytes of a project's transcripts, without the database's overhead. */
export const transcriptBytes = async (tx: Transaction, projectId: string): Promise<number> =>
  (await size(tx, { projectId })).bytes

const isOld = `created_at < now() - make_interval(days => ${retention.transcripts.days})`
/** Workspaces with steps that are older than steps are kept. */
export const transcriptsDueIn = workspacesDue('task-transcript', `task_transcript where ${isOld}`)

const removal = statement<{ limit: number }>(
  'task.drop-old-transcripts',
  `with old as materialized (select ${order} from task_transcript
     where workspace_id = :workspace and ${isOld} limit :limit)
   delete from task_transcript where (${order}) in (select ${order} from old) returning 1`,
)
/** Deletes at most `limit` steps after their retention; returns their number. */
export const removeOldTranscripts = async (tx: Transaction, limit: number) => (await removal(tx, { limit })).length

type AttemptPlace = Omit<TranscriptPlace, 'position'>
const transcript = statement<AttemptPlace & { entries: Json; now: Date }>(
  'task.transcript',
  `insert into task_transcript (workspace_id, task_id, run_id, step_seq, attempt, position, kind, payload, created_at)
   select :workspace, :taskId, :runId, :stepSeq, :attempt, (entry->>'position')::int, entry->>'kind', entry->'payload', :now
   from jsonb_array_elements(:entries::jsonb) entry on conflict do nothing`,
)
export interface TranscriptEntry {
  readonly position: number
  readonly kind: string
  readonly payload: object
}
/** Adds the words and actions of an attempt at a task, in their order; existing rows stay. */
export const recordTranscript = (
  tx: Transaction,
  attempt: AttemptPlace,
  entries: readonly TranscriptEntry[],
  now: Date,
) => transcript(tx, { ...attempt, entries: json(entries), now })

export const removeTranscripts = statement<{ projectId: string }>(
  'transcript.remove-of-project',
  `delete from task_transcript where task_id in ${taskIdsOfProject(':projectId')}`,
)
