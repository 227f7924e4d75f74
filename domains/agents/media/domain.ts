import type { Engine, EndContext, RunEnd } from '../../../platform/jobs/index.ts'
import { domain } from '../../domain.ts'
import { media } from './contract.ts'
import { videoJobActions, endVideo } from './end-video.ts'
import type { MediaWork } from './parts.ts'
import routes from './handlers.ts'
import { findMedia, forgetMediaTitles, mediaDueIn, mediaOfPerson, purgeMedia, removeOldMedia } from './store.ts'
import {
  findVideo,
  forgetVideoWords,
  openVideosOf,
  purgeVideos,
  removeOldVideos,
  videosDueIn,
  videosOfPerson,
  readVideo,
} from './store-videos.ts'
import { videoRun } from './graph.ts'
import { isOpen } from './rules/videos.ts'
import { cancelledStep } from './steps/cancelled.ts'
import { pollStep } from './steps/poll.ts'
import { submitStep } from './steps/submit.ts'

/** Makes one video. */
const videoWorkflow = (parts: MediaWork) =>
  videoRun.workflow({
    first: 'submit',
    cancelled: 'cancelled',
    steps: { submit: submitStep(parts), poll: pollStep(parts), cancelled: cancelledStep(parts) },
    ended,
  })

/** A run that the engine itself ended, such as one whose process died again and again, is a failure for people too. */
const ended = async ({ tx, run, now }: EndContext, end: RunEnd): Promise<void> => {
  if (end.status !== 'failed') return
  const video = await readVideo(tx, run.subjectId)
  if (!video || !isOpen(video.status)) return
  const isBilled = video.sentAt !== null
  await endVideo(tx, video, { status: 'failed', failure: 'internal', assetId: null, isBilled, now })
}

export default domain({
  name: 'media',
  contract: media,
  handlers: routes,
  kinds: {
    ai_media: async (tx, id, caller) => (await findMedia(tx, caller, id)) && { projectId: null },
    ai_video: async (tx, id, caller) => (await findVideo(tx, caller, id)) && { projectId: null },
  },
  workflows: (parts: MediaWork) => [videoWorkflow(parts)],
  project: ({ engine }: { readonly engine: Engine }) => ({
    end: async (tx, projectId) => {
      for (const { runId } of await openVideosOf(tx, projectId)) if (runId !== null) await engine.cancel(tx, runId)
    },
    purge: async (tx, projectId) => {
      await purgeMedia(tx, projectId)
      await purgeVideos(tx, projectId)
    },
  }),
  person: {
    exportIn: async (tx, { userId }) => ({
      aiMedia: await mediaOfPerson(tx, userId),
      aiVideos: await videosOfPerson(tx, userId),
    }),
    eraseIn: async (tx, { userId }) => {
      await forgetMediaTitles(tx, userId)
      await forgetVideoWords(tx, userId)
    },
  },
  retention: [
    { kind: 'aiMedia', dueIn: mediaDueIn, remove: removeOldMedia },
    { kind: 'aiVideos', dueIn: videosDueIn, remove: removeOldVideos },
  ],
  jobActions: videoJobActions,
})
