import { domain } from '../../domain.ts'
import { documents } from './contract.ts'
import type { ParseWork } from './parts.ts'
import { documentJobActions } from './record-changes.ts'
import routes from './routes.ts'
import {
  documentsDueIn,
  documentsOfPerson,
  findDocument,
  forgetDocumentTitles,
  purgeDocuments,
  removeOldDocuments,
} from './store.ts'
import { namesOfDocuments, namesOfParses } from './store-names.ts'
import { textsOfFoundDocuments } from './store-texts.ts'
import { parseWorkflow } from './workflow.ts'

export default domain({
  name: 'parsing',
  contract: documents,
  handlers: routes,
  kinds: { ai_document: async (tx, id, caller) => (await findDocument(tx, caller, id)) && { projectId: null } },
  names: { ai_document: namesOfDocuments, ai_parse: namesOfParses },
  workflows: (parts: ParseWork) => [parseWorkflow(parts)],
  foundTexts: { document: textsOfFoundDocuments },
  project: () => ({ purge: purgeDocuments }),
  person: {
    exportIn: async (tx, { userId }) => ({ aiDocuments: await documentsOfPerson(tx, userId) }),
    eraseIn: (tx, { userId }) => forgetDocumentTitles(tx, userId),
  },
  retention: [{ kind: 'aiDocuments', dueIn: documentsDueIn, remove: removeOldDocuments }],
  jobActions: documentJobActions,
})
