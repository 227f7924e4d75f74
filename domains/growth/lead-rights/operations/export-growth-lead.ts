import type { Vault } from '../../../../platform/crypto/index.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { presentMessage } from '../../inbox/index.ts'
import { findLead, leadsOfMailbox, listsOfLeads, presentLead, recipientOf, type LeadRow } from '../../leads/index.ts'
import { countMessages, messagesOfLeads } from '../../messages/index.ts'
import { cachedOfPerson, callsOfLeads, type PersonAnswer } from '../../providers/index.ts'
import { entriesForbidding, presentSuppression, type SuppressionRow } from '../../suppression/index.ts'
import { exportGrowthLead } from '../contract.ts'

export default (vault: Vault) =>
  handle(exportGrowthLead, async ({ tx, params, now, absent, fail, ok }) => {
    const lead = (await findLead(tx, params.leadId)) ?? absent()
    if (!vault.available) return fail.noVault()
    const leads = lead.address === null ? [lead] : await leadsOfMailbox(tx, lead.address)
    const ids = leads.map(({ id }) => id)
    const messages = await messagesOfLeads(tx, lead.address, ids)
    const reply = {
      exportedAt: now,
      leads: leads.map(presentLead),
      lists: (await listsOfLeads(tx, ids)).map(({ leadId, growthProjectId, id, fileName, uploadedBy, createdAt }) => ({
        leadId,
        growthProjectId,
        listId: id,
        fileName,
        uploadedBy,
        uploadedAt: createdAt,
      })),
      messages: messages.map(presentMessage),
      messageCount: await countMessages(tx, lead.address, ids),
      lookups: await callsOfLeads(tx, ids),
      answers: lead.address === null ? [] : (await cachedOfPerson(tx, lead.address)).map(presentAnswer),
      suppressions: (await suppressionsOf(tx, vault, leads)).map(presentSuppression),
    }
    return ok(reply, {
      resource: ['growth_lead', lead.id],
      parent: ['growth_project', lead.growthProjectId],
      metadata: { leads: leads.length, messages: reply.messageCount },
    })
  })

const presentAnswer = ({ capability, provider, result, foundAt }: PersonAnswer) => ({
  capability,
  provider,
  result: result === null ? null : { ...result },
  foundAt,
})

const suppressionsOf = async (tx: Transaction, vault: Vault, leads: readonly LeadRow[]) => {
  const found = new Map<string, SuppressionRow>()
  for (const lead of leads)
    for (const row of await entriesForbidding(tx, vault, recipientOf(lead))) found.set(row.id, row)
  return [...found.values()]
}
