import { countOf, countedPage, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { retention } from '../../../platform/retention/index.ts'
import { isInShownProjects, seenBy, type ProjectFilter, type Viewer } from '../../code/projects/index.ts'
import { openStatuses, type Verdict, type VideoStatus } from './rules/videos.ts'
import { aiVideo, type VideoRow } from './tables.ts'

const select = `select ${aiVideo.columns} from ai_video`
// A video of no project is the workspace's own, which every key of the agency reaches.
const isSeen = `(ai_video.project_id is null or ${isInShownProjects('ai_video.project_id')})`

const isListed = `ai_video.workspace_id = :workspace and (ai_video.created_at, ai_video.id) < (:at, :id) and ${isSeen}`
const page = statement<Cursor & ProjectFilter & { rows: number }, VideoRow>(
  'ai-video.page',
  `${select} where ${isListed} order by ai_video.created_at desc, ai_video.id desc limit :rows`,
)
const count = statement<Cursor & ProjectFilter & { rows: number }, RowCount>(
  'ai-video.count',
  countOf(`ai_video where ${isListed}`),
)
/** Videos before a row, newest first. */
export const videoPage = (tx: Transaction, viewer: Viewer, before: Cursor, limit: number) =>
  countedPage(tx, { page, count }, { ...before, ...seenBy(viewer) }, limit)

const find = statement<ProjectFilter & { id: string }, VideoRow>(
  'ai-video.find',
  `${select} where ai_video.workspace_id = :workspace and ai_video.id = :id and ${isSeen}`,
)
export const findVideo = async (tx: Transaction, viewer: Viewer, id: string) =>
  (await find(tx, { id, ...seenBy(viewer) })).at(0)

const read = statement<{ id: string }, VideoRow>(
  'ai-video.read',
  `${select} where ai_video.workspace_id = :workspace and ai_video.id = :id`,
)
/** A video, for its own run. */
export const readVideo = async (tx: Transaction, id: string) => (await read(tx, { id })).at(0)

interface NewVideo extends Pick<
  VideoRow,
  | 'id'
  | 'projectId'
  | 'title'
  | 'model'
  | 'endpointId'
  | 'seconds'
  | 'ratioPercent'
  | 'callId'
  | 'isPriced'
  | 'reservedMicros'
  | 'createdBy'
  | 'createdAt'
> {
  readonly prompt: string
  readonly runId: string
}
export const insertVideo = statement<NewVideo>(
  'ai-video.insert',
  insertInto(
    aiVideo,
    [
      'id',
      'projectId',
      'title',
      'prompt',
      'model',
      'endpointId',
      'seconds',
      'ratioPercent',
      'callId',
      'isPriced',
      'reservedMicros',
      'runId',
      'createdBy',
      'createdAt',
    ],
    { workspaceId: ':workspace', status: "'queued'" },
  ),
)

const begin = statement<{ id: string; now: Date }, { sentAt: Date; isFirst: boolean }>(
  'ai-video.begin-sending',
  `with old as (select id, sent_at from ai_video where workspace_id = :workspace and id = :id for no key update)
   update ai_video set sent_at = coalesce(old.sent_at, :now) from old
   where ai_video.id = old.id and ai_video.status = 'queued'
   returning coalesce(ai_video.sent_at, :now) as "sentAt", old.sent_at is null as "isFirst"`,
)
/** Notes that a job is, perhaps, submitted from now on; undefined if it is not waiting any more. */
export const beginSending = async (tx: Transaction, id: string, now: Date) => (await begin(tx, { id, now })).at(0)

const generating = statement<{ id: string; providerVideoId: string }, Pick<VideoRow, 'id'>>(
  'ai-video.set-generating',
  `update ai_video set status = 'generating', provider_video_id = :providerVideoId, failures = 0
   where workspace_id = :workspace and id = :id and status = 'queued' returning id`,
)
export const setGenerating = (tx: Transaction, id: string, providerVideoId: string) =>
  generating(tx, { id, providerVideoId })

const taken = statement<{ id: string; providerVideoId: string }, Pick<VideoRow, 'id'>>(
  'ai-video.taken',
  `select id from ai_video where workspace_id = :workspace and provider_video_id = :providerVideoId and id <> :id limit 1`,
)
/** True if a video of the provider belongs to another job. */
export const isTaken = async (tx: Transaction, id: string, providerVideoId: string) =>
  (await taken(tx, { id, providerVideoId })).length > 0

const polled = statement<
  { id: string; hasFailed: boolean; percent: number | null; now: Date },
  { polls: number; failures: number }
>(
  'ai-video.set-polled',
  `update ai_video set polls = polls + 1, polled_at = :now, percent = coalesce(:percent, percent),
     failures = case when :hasFailed then failures + 1 else 0 end
   where workspace_id = :workspace and id = :id returning polls, failures`,
)
/** Counts a look at the provider; failures in a row. */
export const setPolled = async (
  tx: Transaction,
  id: string,
  { hasFailed, percent = null, now }: { hasFailed: boolean; percent?: number | null; now: Date },
) => (await polled(tx, { id, hasFailed, percent, now })).at(0)

export interface VideoEnd {
  readonly id: string
  readonly status: 'succeeded' | 'failed' | 'cancelled'
  readonly failure: string | null
  readonly assetId: string | null
  readonly costMicros: number | null
  readonly now: Date
}
const end = statement<VideoEnd & { open: readonly VideoStatus[] }, VideoRow>(
  'ai-video.end',
  `update ai_video set status = :status, failure = :failure, asset_id = :assetId, cost_micros = :costMicros,
     prompt = null, ended_at = :now
   where workspace_id = :workspace and id = :id and status = any(:open) returning ${aiVideo.columns}`,
)
/** Ends a job; undefined if it has ended before. */
export const endVideoRow = async (tx: Transaction, video: VideoEnd) =>
  (await end(tx, { ...video, open: openStatuses })).at(0)

const review = statement<
  { id: string; verdict: Verdict; note: string | null; userId: string; now: Date },
  Pick<VideoRow, 'id'>
>(
  'ai-video.review',
  `update ai_video set verdict = :verdict, review_note = :note, reviewed_by = :userId, reviewed_at = :now
   where workspace_id = :workspace and id = :id and status = 'succeeded' returning id`,
)
/** Records a verdict; false if there is no video to judge. */
export const reviewVideo = async (
  tx: Transaction,
  change: { id: string; verdict: Verdict; note: string | null; userId: string; now: Date },
) => (await review(tx, change)).length > 0

const openOf = statement<{ projectId: string; open: readonly VideoStatus[] }, Pick<VideoRow, 'id' | 'runId'>>(
  'ai-video.open-of-project',
  `select id, run_id as "runId" from ai_video
   where workspace_id = :workspace and project_id = :projectId and status = any(:open) order by id for no key update`,
)
/** Jobs of a project that have not ended, locked. */
export const openVideosOf = (tx: Transaction, projectId: string) => openOf(tx, { projectId, open: openStatuses })

const purge = statement<{ projectId: string }>(
  'ai-video.purge',
  'delete from ai_video where workspace_id = :workspace and project_id = :projectId',
)
export const purgeVideos = (tx: Transaction, projectId: string) => purge(tx, { projectId })

const { days } = retention.aiVideos
const isOld = `ended_at < now() - make_interval(days => ${days})`
const due = statement<{ limit: number }, { workspaceId: string }>(
  'ai-video.due',
  `select distinct workspace_id as "workspaceId" from ai_video where ${isOld} limit :limit`,
)
/** Workspaces with videos that are kept no longer. */
export const videosDueIn = async (tx: Transaction, limit: number) =>
  (await due(tx, { limit })).map(({ workspaceId }) => workspaceId)

const removeOld = statement<{ limit: number }, Pick<VideoRow, 'id'>>(
  'ai-video.remove-old',
  `delete from ai_video where id = any(array(select id from ai_video where workspace_id = :workspace and ${isOld}
     order by ended_at limit :limit)) returning id`,
)
/** Deletes at most `limit` videos after their retention; returns their number. */
export const removeOldVideos = async (tx: Transaction, limit: number) => (await removeOld(tx, { limit })).length

const ofPerson = statement<{ userId: string }, VideoRow>(
  'ai-video.of-person',
  `${select} where workspace_id = :workspace and created_by = :userId order by id limit 10000`,
)
export const videosOfPerson = (tx: Transaction, userId: string) => ofPerson(tx, { userId })

const forget = statement<{ userId: string }>(
  'ai-video.forget-words',
  `update ai_video set title = case when created_by = :userId then null else title end,
     prompt = case when created_by = :userId then null else prompt end,
     review_note = case when reviewed_by = :userId then null else review_note end
   where workspace_id = :workspace and (created_by = :userId or reviewed_by = :userId)`,
)
/** Titles, prompts and notes are words of the person's; the video belongs to the work of the workspace. */
export const forgetVideoWords = (tx: Transaction, userId: string) => forget(tx, { userId })
