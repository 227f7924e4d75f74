import { domain } from '../../domain.ts'
import { transcripts } from './contract.ts'
import handlers from './handlers.ts'
import { removeOldTranscripts, removeTranscripts, transcriptsDueIn } from './store.ts'

export default domain({
  name: 'transcripts',
  contract: transcripts,
  handlers: () => handlers,
  project: () => ({ purge: async (tx, projectId) => void (await removeTranscripts(tx, { projectId })) }),
  retention: [{ kind: 'transcripts', dueIn: transcriptsDueIn, remove: removeOldTranscripts }],
})
