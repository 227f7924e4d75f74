import { domain } from '../../domain.ts'
import { removeOldTranscripts, removeTranscripts, transcriptsDueIn } from './store.ts'

export default domain({
  name: 'transcripts',
  project: () => ({ purge: async (tx, projectId) => void (await removeTranscripts(tx, projectId)) }),
  retention: [{ kind: 'transcripts', dueIn: transcriptsDueIn, remove: removeOldTranscripts }],
})
