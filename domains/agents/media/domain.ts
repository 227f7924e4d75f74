import type { Engine } from '../../../platform/jobs/index.ts'
import { domain } from '../../domain.ts'
import { media } from './contract.ts'
import { videoJobActions } from './end-video.ts'
import type { MediaWork } from './parts.ts'
import routes from './routes.ts'
import { findMedia, forgetMediaTitles, mediaDueIn, mediaOfPerson, purgeMedia, removeOldMedia } from './store.ts'
import {
  findVideo,
  forgetVideoWords,
  openVideosOf,
  purgeVideos,
  removeOldVideos,
  videosDueIn,
  videosOfPerson,
} from './store-videos.ts'
import { videoWorkflow } from './workflow.ts'

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
