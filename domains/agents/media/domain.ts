import { domain } from '../../domain.ts'
import { media } from './contract.ts'
import routes from './routes.ts'
import { findMedia, forgetMediaTitles, mediaDueIn, mediaOfPerson, purgeMedia, removeOldMedia } from './store.ts'

export default domain({
  name: 'media',
  contract: media,
  handlers: routes,
  kinds: { ai_media: async (tx, id, caller) => (await findMedia(tx, caller, id)) && { projectId: null } },
  project: () => ({ purge: purgeMedia }),
  person: {
    exportIn: async (tx, { userId }) => ({ aiMedia: await mediaOfPerson(tx, userId) }),
    eraseIn: (tx, { userId }) => forgetMediaTitles(tx, userId),
  },
  retention: [{ kind: 'aiMedia', dueIn: mediaDueIn, remove: removeOldMedia }],
})
