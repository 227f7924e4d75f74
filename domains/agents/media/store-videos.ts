import { countOf, countedPage, type Cursor, type RowCount } from '../../../platform/db/page.ts'
import { matchStatement, rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isInShownProjects, seenBy, type ProjectFilter, type Viewer } from '../../code/projects/index.ts'
import { jobStatements } from '../provider-jobs/index.ts'
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

const find = rowStatement<ProjectFilter & { id: string }, VideoRow>(
  'ai-video.find',
  `${select} where ai_video.workspace_id = :workspace and ai_video.id = :id and ${isSeen}`,
)
export const findVideo = (tx: Transaction, viewer: Viewer, id: string) => find(tx, { id, ...seenBy(viewer) })

const read = rowStatement<{ id: string }, VideoRow>(
  'ai-video.read',
  `${select} where ai_video.workspace_id = :workspace and ai_video.id = :id`,
)
/** A video, for its own run. */
export const readVideo = (tx: Transaction, id: string) => read(tx, { id })

const newVideoFields = [
  'id',
  'projectId',
  'title',
  'model',
  'endpointId',
  'seconds',
  'ratioPercent',
  'callId',
  'isPriced',
  'reservedMicros',
  'createdBy',
  'createdAt',
] as const
interface NewVideo extends Pick<VideoRow, (typeof newVideoFields)[number]> {
  readonly prompt: string
  readonly runId: string
}
export const insertVideo = statement<NewVideo>(
  'ai-video.insert',
  insertInto(aiVideo, [...newVideoFields, 'prompt', 'runId'], { workspaceId: ':workspace', status: "'queued'" }),
)

export const videoJobs = jobStatements('video', {
  table: aiVideo.name,
  providerId: 'provider_video_id',
  submitted: 'generating',
  open: openStatuses,
  retention: 'aiVideos',
})

/** True if a video of the provider belongs to another job. */
export const isTaken = matchStatement<{ id: string; providerVideoId: string }, Pick<VideoRow, 'id'>>(
  'ai-video.taken',
  `select id from ai_video where workspace_id = :workspace and provider_video_id = :providerVideoId and id <> :id limit 1`,
)

export const setPercent = statement<{ id: string; percent: number }>(
  'ai-video.set-percent',
  'update ai_video set percent = :percent where workspace_id = :workspace and id = :id',
)

export interface VideoEnd extends Pick<VideoRow, 'id' | 'failure' | 'assetId' | 'costMicros'> {
  readonly status: 'succeeded' | 'failed' | 'cancelled'
  readonly now: Date
}
const end = rowStatement<VideoEnd & { open: readonly VideoStatus[] }, VideoRow>(
  'ai-video.end',
  `update ai_video set status = :status, failure = :failure, asset_id = :assetId, cost_micros = :costMicros,
     prompt = null, ended_at = :now
   where workspace_id = :workspace and id = :id and status = any(:open) returning ${aiVideo.columns}`,
)
/** Ends a job; undefined if it has ended before. */
export const endVideoRow = (tx: Transaction, video: VideoEnd) => end(tx, { ...video, open: openStatuses })

/** Records a verdict; false if there is no video to judge. */
export const reviewVideo = matchStatement<
  { id: string; verdict: Verdict; note: string | null; userId: string; now: Date },
  Pick<VideoRow, 'id'>
>(
  'ai-video.review',
  `update ai_video set verdict = :verdict, review_note = :note, reviewed_by = :userId, reviewed_at = :now
   where workspace_id = :workspace and id = :id and status = 'succeeded' returning id`,
)

export const videosOfPerson = statement<{ userId: string }, VideoRow>(
  'ai-video.of-person',
  `${select} where workspace_id = :workspace and created_by = :userId order by id limit 10000`,
)

/** Titles, prompts and notes are words of the person's; the video belongs to the work of the workspace. */
export const clearVideoTexts = statement<{ userId: string }>(
  'ai-video.forget-words',
  `update ai_video set title = case when created_by = :userId then null else title end,
     prompt = case when created_by = :userId then null else prompt end,
     review_note = case when reviewed_by = :userId then null else review_note end
   where workspace_id = :workspace and (created_by = :userId or reviewed_by = :userId)`,
)
