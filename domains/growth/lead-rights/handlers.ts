import type { Vault } from '../../../platform/crypto/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { handle } from '../../../platform/handler/index.ts'
import { presentMessage } from '../inbox/index.ts'
import {
  eraseLeads,
  leadsOfMailbox,
  lockLead,
  findLead,
  listsOfLeads,
  presentLead,
  recipientOf,
  type LeadRow,
} from '../leads/index.ts'
import { eraseMessagesFrom, countMessages, messagesOfLeads } from '../messages/index.ts'
import { eraseCached, cachedOfPerson, callsOfLeads, type PersonAnswer } from '../providers/index.ts'
import { eraseMailbox, entriesForbidding, presentSuppression, type SuppressionRow } from '../suppression/index.ts'
import * as contract from './contract.ts'

const eraseGrowthLead = (vault: Vault) =>
  handle(contract.eraseGrowthLead, async ({ tx, params, absent, fail, ok }) => {
    const lead = (await lockLead(tx, { id: params.leadId })) ?? absent()
    const { address } = lead
    if (address !== null && !vault.available) return fail.noVault()
    const leads = address === null ? [lead] : await leadsOfMailbox(tx, address)
    await eraseLeads(tx, { ids: leads.map(({ id }) => id) })
    if (address !== null) {
      await eraseMessagesFrom(tx, address)
      await eraseCached(tx, address)
      await eraseMailbox(tx, vault, address)
    }
    return ok(
      { deleted: true, leads: leads.length, isSuppressed: address !== null },
      {
        resource: ['growth_lead', lead.id],
        parent: ['growth_project', lead.growthProjectId],
        metadata: { leads: leads.length },
      },
    )
  })

const exportGrowthLead = (vault: Vault) =>
  handle(contract.exportGrowthLead, async ({ tx, params, now, absent, fail, ok }) => {
    const lead = (await findLead(tx, { id: params.leadId })) ?? absent()
    if (!vault.available) return fail.noVault()
    const leads = lead.address === null ? [lead] : await leadsOfMailbox(tx, lead.address)
    const ids = leads.map(({ id }) => id)
    const reply = {
      exportedAt: now,
      leads: leads.map(presentLead),
      lists: (await listsOfLeads(tx, { ids })).map(presentUpload),
      messages: (await messagesOfLeads(tx, lead.address, ids)).map(presentMessage),
      messageCount: await countMessages(tx, lead.address, ids),
      lookups: await callsOfLeads(tx, { ids }),
      answers: lead.address === null ? [] : (await cachedOfPerson(tx, lead.address)).map(presentAnswer),
      suppressions: (await suppressionsOf(tx, vault, leads)).map(presentSuppression),
    }
    return ok(reply, {
      resource: ['growth_lead', lead.id],
      parent: ['growth_project', lead.growthProjectId],
      metadata: { leads: leads.length, messages: reply.messageCount },
    })
  })

const presentUpload = (list: Awaited<ReturnType<typeof listsOfLeads>>[number]) => {
  const { leadId, growthProjectId, id: listId, fileName, uploadedBy, createdAt: uploadedAt } = list
  return { leadId, growthProjectId, listId, fileName, uploadedBy, uploadedAt }
}

const presentAnswer = ({ result, ...answer }: PersonAnswer) => ({ ...answer, result: result && { ...result } })

const suppressionsOf = async (tx: Transaction, vault: Vault, leads: readonly LeadRow[]) => {
  const found = new Map<string, SuppressionRow>()
  for (const lead of leads)
    for (const row of await entriesForbidding(tx, vault, recipientOf(lead))) found.set(row.id, row)
  return [...found.values()]
}

export default ({ vault }: { readonly vault: Vault }) => ({
  exportGrowthLead: exportGrowthLead(vault),
  eraseGrowthLead: eraseGrowthLead(vault),
})
