import { domain } from '../../domain.ts'
import { eraseMailbox } from '../suppression/index.ts'
import { leads } from './contract.ts'
import routes from './handlers.ts'
import { foundLeads, namesOfLeads, eraseLeads, findLead, leadsDueIn, leadsOfPerson, removeOldLeads } from './store.ts'
import { brokenListsDueIn, removeBrokenLists } from './store-lists.ts'

export default domain({
  name: 'leads',
  contract: leads,
  handlers: routes,
  kinds: { growth_lead: async (tx, id) => (await findLead(tx, id)) && { projectId: null } },
  names: { growth_lead: namesOfLeads },
  person: {
    exportIn: async (tx, { email }) => ({ growthLeads: await leadsOfPerson(tx, email) }),
    eraseIn: async (tx, { email }, { vault }) => {
      const leads = await leadsOfPerson(tx, email)
      await eraseLeads(
        tx,
        leads.map(({ id }) => id),
      )
      if (leads.length > 0) await eraseMailbox(tx, vault, leads[0]!.address!)
    },
  },
  foundByName: { lead: foundLeads },
  retention: [
    { kind: 'growthLeads', dueIn: leadsDueIn, remove: removeOldLeads },
    { kind: 'unfinishedLeadLists', dueIn: brokenListsDueIn, remove: removeBrokenLists },
  ],
})
