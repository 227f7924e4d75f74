import { domain } from '../../domain.ts'
import { eraseMailbox } from '../suppression/index.ts'
import { leads } from './contract.ts'
import handlers from './handlers.ts'
import { foundLeads, namesOfLeads, eraseLeads, findLead, leadsDueIn, leadsOfPerson, removeOldLeads } from './store.ts'
import { unfinishedListsDueIn, removeUnfinishedLists } from './store-lists.ts'

export default domain({
  name: 'leads',
  contract: leads,
  handlers,
  kinds: { growth_lead: async (tx, id) => ((await findLead(tx, { id })) ? { projectId: null } : undefined) },
  names: { growth_lead: namesOfLeads },
  person: {
    exportIn: async (tx, { email }) => ({ growthLeads: await leadsOfPerson(tx, email) }),
    eraseIn: async (tx, { email }, { vault }) => {
      const erased = await leadsOfPerson(tx, email)
      await eraseLeads(tx, { ids: erased.map(({ id }) => id) })
      // All of them have an address of the same mailbox.
      const address = erased[0]?.address
      if (address) await eraseMailbox(tx, vault, address)
    },
  },
  foundByName: { lead: foundLeads },
  retention: [
    { kind: 'growthLeads', dueIn: leadsDueIn, remove: removeOldLeads },
    { kind: 'unfinishedLeadLists', dueIn: unfinishedListsDueIn, remove: removeUnfinishedLists },
  ],
})
