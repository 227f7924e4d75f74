import { randomUUID } from 'node:crypto'
import { inTurns } from '../../../platform/db/fragments.ts'
import { matchStatement, rowStatement, statement, type NoValues } from '../../../platform/db/statement.ts'
import { insertInto, selectById } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { cycleProgress, isLiveCycle } from '../cycles/index.ts'
import { waitingForAgency } from '../requests/index.ts'
import { attemptsMost, listedMost, toldStatuses, type Post } from './rules.ts'
import { linearSession, trackerNote, trackerPost, type LinearSessionRow, type TrackerPostRow } from './tables.ts'

/** The newest conversations of a project, newest first. */
export const linearSessionsOf = statement<{ projectId: string }, LinearSessionRow>(
  'linear-session.of-project',
  `select ${linearSession.columns} from linear_session
   where project_id = :projectId order by created_at desc, id desc limit ${listedMost}`,
)

export type OpenSession = LinearSessionRow & { readonly trackerId: string | null; readonly toldStatus: string | null }
const openColumns = `${linearSession.columns}, tracker_id as "trackerId", told_status as "toldStatus"`

export const sessionByKey = rowStatement<{ sessionKey: string }, OpenSession>(
  'linear-session.by-key',
  `select ${openColumns} from linear_session where workspace_id = :workspace and session_key = :sessionKey`,
)

export const findSession = rowStatement<{ id: string }, OpenSession>(
  'linear-session.by-id',
  `select ${openColumns} from linear_session where workspace_id = :workspace and id = :id`,
)

/** True if an issue has a conversation since its project was connected, under any name of its repository. */
export const hasSessionOfIssue = matchStatement<{ projectId: string; issueKey: string; since: Date }, { id: string }>(
  'linear-session.of-issue',
  `select id from linear_session where project_id = :projectId and tracker_id is null and issue_key = :issueKey
     and created_at >= :since limit 1`,
)

/** The newest open conversations below issues of a code host. */
export const openIssuesOf = statement<{ projectId: string }, OpenSession>(
  'linear-session.open-in',
  `select ${openColumns} from linear_session
   where project_id = :projectId and tracker_id is null and closed_at is null order by created_at desc, id desc limit 50`,
)

type NewSession = Omit<LinearSessionRow, 'createdAt'> & { readonly trackerId: string | null; readonly now: Date }
/** Inserts a conversation; false if it exists already. */
export const insertSession = matchStatement<NewSession, { id: string }>(
  'linear-session.insert',
  insertInto(
    linearSession,
    [...(['id', 'projectId', 'cycleId', 'sessionKey', 'issueKey', 'issueTitle', 'issueUrl'] as const), 'trackerId'],
    { workspaceId: ':workspace', createdAt: ':now' },
    'on conflict (workspace_id, session_key) do nothing returning id',
  ),
)

/** One at a time begins a conversation, so that it makes one cycle. */
export const lockSession = statement<{ sessionKey: string }>(
  'linear-session.lock',
  `select pg_advisory_xact_lock(hashtextextended('tracker session ' || :workspace || :sessionKey, 0))`,
)

const open = statement<NoValues, { workspaceId: string }>(
  'linear-session.open-workspaces',
  'select distinct workspace_id as "workspaceId" from linear_session where closed_at is null',
)
/** All workspaces with open conversations, which a turn does not end. */
export const openSessionsIn = async (tx: Transaction) => (await open(tx)).map(({ workspaceId }) => workspaceId)

const withNews = statement<{ told: readonly string[]; rows: number }, { id: string }>(
  'linear-session.with-news',
  `select s.id from linear_session s cross join lateral (select ${cycleProgress('s.cycle_id')} as progress) c
   where s.workspace_id = :workspace and s.closed_at is null
     and (not ${isLiveCycle('s.cycle_id')}
       or (c.progress is distinct from s.told_status and split_part(c.progress, '-', 1) = any(:told))
       or exists (select from ${waitingForAgency('s.cycle_id')} r where not exists (
         select from tracker_post p where p.session_id = s.id and p.key = 'request-' || r.id)))
   order by s.id limit :rows`,
)
/** The open conversations that have not got the progress of their cycle, or a request. */
export const sessionsWithNews = async (tx: Transaction, rows: number) =>
  (await withNews(tx, { told: toldStatuses, rows })).map(({ id }) => id)

export const settleTold = statement<{ id: string; toldStatus: string | null; closed: boolean; now: Date }>(
  'linear-session.told',
  `update linear_session set told_status = :toldStatus, closed_at = case when :closed then :now::timestamptz end
   where workspace_id = :workspace and id = :id`,
)

const addPost = statement<{ id: string; sessionId: string; key: string; kind: string; body: string; now: Date }>(
  'tracker-post.insert',
  insertInto(
    trackerPost,
    ['id', 'sessionId', 'key', 'kind', 'body'],
    { workspaceId: ':workspace', createdAt: ':now', attempts: '0', nextAttemptAt: ':now' },
    'on conflict (session_id, key) do nothing',
  ),
)
/** Writes an entry into a conversation, once for each key. Its id is of version 4, which Linear asks for. */
export const queuePost = (tx: Transaction, sessionId: string, { key, kind, body }: Post, now: Date) =>
  addPost(tx, { id: randomUUID(), sessionId, key, kind, body: body.slice(0, 20_000), now })

/** Due entries, among all workspaces: of equal time a status before the requests, by their ids. */
export const duePosts = statement<{ rows: number }, { workspaceId: string; id: string }>(
  'tracker-post.due',
  `select workspace_id as "workspaceId", id from tracker_post
   where next_attempt_at <= now()::timestamptz(3) order by ${inTurns('workspace_id', 'next_attempt_at, key')} limit :rows`,
)

export const findPost = rowStatement<{ id: string }, TrackerPostRow>('tracker-post.find', selectById(trackerPost))

export const settlePost = statement<{ id: string; now: Date }>(
  'tracker-post.sent',
  `update tracker_post set sent_at = :now, next_attempt_at = null, error = null
   where workspace_id = :workspace and id = :id`,
)

const failed = statement<{ id: string; attempts: number; nextAttemptAt: Date | null; error: string }>(
  'tracker-post.fail',
  `update tracker_post set attempts = :attempts, next_attempt_at = :nextAttemptAt, error = :error
   where workspace_id = :workspace and id = :id and sent_at is null`,
)
export const failPost = (tx: Transaction, row: { id: string; attempts: number; nextAt: Date; error: string }) =>
  failed(tx, { ...row, nextAttemptAt: row.attempts < attemptsMost ? row.nextAt : null })

/** Records that words of a conversation were read; false if they were read before. */
export const recordReadNote = matchStatement<{ sessionId: string; noteId: string; now: Date }, { noteId: string }>(
  'tracker-note.insert',
  insertInto(
    trackerNote,
    ['sessionId', 'noteId'],
    { workspaceId: ':workspace', readAt: ':now' },
    'on conflict (session_id, note_id) do nothing returning note_id as "noteId"',
  ),
)

export const removeLinearSessions = statement<{ projectId: string }>(
  'linear-session.purge',
  'delete from linear_session where project_id = :projectId',
)
