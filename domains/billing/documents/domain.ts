import { domain } from '../../domain.ts'
import { documents } from './contract.ts'
import { hashesOfIssued } from './hashes-of-issued.ts'
import routes from './routes.ts'
import { oldSentDocumentsDueIn, removeOldSentDocuments } from './store.ts'

export default domain({
  name: 'documents',
  contract: documents,
  handlers: routes,
  invoice: { issued: hashesOfIssued },
  retention: [{ kind: 'sentInvoiceDocuments', dueIn: oldSentDocumentsDueIn, remove: removeOldSentDocuments }],
})
