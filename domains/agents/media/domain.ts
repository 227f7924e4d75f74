import type { Engine } from '../../../platform/jobs/index.ts'
import { domain } from '../../domain.ts'
import { cancelOpenJobs, whenEngineEnds } from '../provider-jobs/index.ts'
import { media } from './contract.ts'
import { videoJobActions, videoJob } from './end-video.ts'
import type { MediaWork } from './shown-pictures.ts'
import handlers from './handlers.ts'
import { findMedia, clearMediaTitles, mediaExpiry, mediaOfPerson, purgeMedia } from './store.ts'
import { findVideo, clearVideoTexts, videoJobs, videosOfPerson } from './store-videos.ts'
import { videoRun } from './graph.ts'
import { cancelledStep, pollStep, submitStep } from './steps/at-provider.ts'

export default domain({
  name: 'media',
  contract: media,
  handlers,
  kinds: {
    ai_media: async (tx, id, caller) => (await findMedia(tx, caller, id)) && { projectId: null },
    ai_video: async (tx, id, caller) => (await findVideo(tx, caller, id)) && { projectId: null },
  },
  workflows: (parts: MediaWork) => [
    videoRun.workflow({
      first: 'submit',
      cancelled: 'cancelled',
      steps: { submit: submitStep(parts), poll: pollStep(parts), cancelled: cancelledStep(parts) },
      ended: whenEngineEnds(videoJob),
    }),
  ],
  project: ({ engine }: { readonly engine: Engine }) => ({
    end: cancelOpenJobs(engine, videoJobs),
    purge: async (tx, projectId) => {
      await purgeMedia(tx, { projectId })
      await videoJobs.purge(tx, projectId)
    },
  }),
  person: {
    exportIn: async (tx, { userId }) => ({
      aiMedia: await mediaOfPerson(tx, { userId }),
      aiVideos: await videosOfPerson(tx, { userId }),
    }),
    eraseIn: async (tx, { userId }) => {
      await clearMediaTitles(tx, { userId })
      await clearVideoTexts(tx, { userId })
    },
  },
  retention: [mediaExpiry, videoJobs.expiry],
  jobActions: videoJobActions,
})
