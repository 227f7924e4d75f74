import { domain } from '../../domain.ts'
import { transcripts } from './contract.ts'
import routes from './handlers.ts'
import { removeOldTranscripts, removeTranscripts, transcriptsDueIn } from './store.ts'

export default domain({
  name: 'transcripts',
  contract: transcripts,
  handlers: () => routes,
  project: () => ({ purge: async (tx, projectId) => void (await removeTranscripts(tx, { projectId })) }),
  retention: [{ kind: 'transcripts', dueIn: transcriptsDueIn, remove: removeOldTranscripts }],
})
