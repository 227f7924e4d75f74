import { domain } from '../../domain.ts'
import { deliverables } from './contract.ts'
import handlers from './handlers.ts'
import {
  foundDeliverables,
  namesOfApprovals,
  namesOfDeliverables,
  askedDeliverableKind,
  deliverableKind,
} from './store-names.ts'
import { approvalsOfPerson } from './store-approvals.ts'
import { deleteUnsignedStatements } from './store-signatures.ts'
import { removeDeliverables } from './store.ts'

export default domain({
  name: 'deliverables',
  contract: deliverables,
  handlers,
  kinds: { deliverable: deliverableKind, asked_deliverable: askedDeliverableKind },
  project: () => ({ purge: removeDeliverables }),
  person: {
    lists: { deliverableApprovals: approvalsOfPerson },
    eraseIn: (tx, { userId }) => deleteUnsignedStatements(tx, { userId }),
  },
  foundByName: { deliverable: foundDeliverables },
  names: { deliverable: namesOfDeliverables, deliverable_approval: namesOfApprovals },
})
