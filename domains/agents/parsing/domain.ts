import { domain } from '../../domain.ts'
import { documents } from './contract.ts'
import type { ParseWork } from './read-by-model.ts'
import { documentJobActions, recordParsed } from './begin-parse.ts'
import handlers from './handlers.ts'
import * as store from './store.ts'
import { textsOfFoundDocuments } from './store-texts.ts'
import type { EndContext, RunEnd } from '../../../platform/jobs/index.ts'
import { parseRun } from './graph.ts'
import { readDocumentStep } from './steps/read-document.ts'
import { moveToFailed } from './store-parses.ts'

/** A run that the engine itself ended, such as one whose process died again and again, is a failure for people too. */
const ended = async ({ tx, run, now }: EndContext, end: RunEnd): Promise<void> => {
  if (end.status === 'finished') return
  const failed = await moveToFailed(tx, { id: run.subjectId, refusal: 'internal', now })
  if (failed) recordParsed(tx, failed)
}

export default domain({
  name: 'parsing',
  contract: documents,
  handlers,
  kinds: { ai_document: async (tx, id, caller) => (await store.findDocument(tx, caller, id)) && { projectId: null } },
  names: { ai_document: store.namesOfDocuments, ai_parse: store.namesOfParses },
  workflows: (parts: ParseWork) => [
    parseRun.workflow({ first: 'read', steps: { read: readDocumentStep(parts) }, ended }),
  ],
  foundTexts: { document: textsOfFoundDocuments },
  project: () => ({ purge: store.purgeDocuments }),
  person: {
    exportIn: async (tx, { userId }) => ({ aiDocuments: await store.documentsOfPerson(tx, { userId }) }),
    eraseIn: (tx, { userId }) => store.clearDocumentTitles(tx, { userId }),
  },
  retention: [{ kind: 'aiDocuments', dueIn: store.documentsDueIn, remove: store.removeOldDocuments }],
  jobActions: documentJobActions,
})
