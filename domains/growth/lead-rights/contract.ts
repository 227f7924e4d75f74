import { Type } from 'typebox'
import { contract, operation, resource, to } from '../../../platform/contract/index.ts'
import { described, exampleText, Id, maybe, namedObject, oneOf, Time } from '../../../platform/contract/schema.ts'
import { noVault } from '../../code/secrets/contract/refusals.ts'
import { GrowthThreadMessage } from '../inbox/contract.ts'
import { GrowthLead } from '../leads/contract.ts'
import { capabilities } from '../providers/rules.ts'
import { GrowthSuppression } from '../suppression/contract.ts'

const capability = oneOf(capabilities, { description: 'The subject of the look-up.' })
const provider = exampleText('Which provider was asked.', 'hunter')
const count = (description: string) => Type.Integer({ minimum: 0, description, examples: [3] })

const GrowthLeadExport = namedObject('GrowthLeadExport', {
  exportedAt: described(Time, 'When it was read.'),
  leads: Type.Array(GrowthLead, {
    description:
      'The lead, and every other lead of the workspace with its address, whatever its tag. Each fact, and its consent, is in the evidence with its source.',
  }),
  lists: Type.Array(
    namedObject('GrowthLeadOrigin', {
      leadId: described(Id, 'The lead.'),
      growthProjectId: described(Id, 'The growth project that it belongs to.'),
      listId: described(Id, 'The list that it came with.'),
      fileName: maybe(exampleText('The file of the list; null without one.', 'leads.csv')),
      uploadedBy: described(Id, 'Who uploaded the list.'),
      uploadedAt: described(Time, 'When the list was uploaded.'),
    }),
    { description: 'Where each lead came from.' },
  ),
  messages: Type.Array(GrowthThreadMessage, {
    description: 'Mails to and from these leads, drafts too, and mails from their address; the newest 1,000.',
  }),
  messageCount: count('How many mails there are.'),
  lookups: Type.Array(
    namedObject('GrowthLeadLookup', {
      leadId: described(Id, 'The lead that was looked up.'),
      capability,
      provider,
      isFound: maybe(Type.Boolean({ description: 'Whether it found something; null if that is not known.' })),
      sentAt: described(Time, 'When the provider was asked.'),
    }),
    { description: 'Which providers were asked about these leads; the newest 1,000.' },
  ),
  answers: Type.Array(
    namedObject('GrowthLeadAnswer', {
      capability,
      provider,
      result: maybe(
        Type.Record(Type.String(), Type.Unknown(), { description: 'Its answer; null if it found nothing.' }),
      ),
      foundAt: described(Time, 'When it answered.'),
    }),
    { description: 'Answers of providers about the address that are still used; at most 1,000.' },
  ),
  suppressions: Type.Array(GrowthSuppression, {
    description: 'Entries of the do-not-contact list that forbid mail to the address or its domains.',
  }),
})

const GrowthLeadErased = namedObject('GrowthLeadErased', {
  deleted: Type.Literal(true),
  leads: count('How many leads with the address were erased, with their mails and facts.'),
  isSuppressed: Type.Boolean({
    description:
      'Whether the keyed hash of the address is on the do-not-contact list; false for a lead without an address.',
  }),
})

const onLead = to('agency', resource('growth_lead', 'params.leadId'))

export const exportGrowthLead = operation({
  method: 'GET',
  path: '/v1/api/growth/leads/{leadId}/export',
  summary: 'Export everything that the workspace has about a lead (GDPR, article 15)',
  reach: { page: '/growth' },
  access: { ...onLead, scope: 'write' },
  replies: { 200: GrowthLeadExport },
  errors: { noVault },
  audit: { action: 'growth_lead.export', category: 'export', severity: 'notice' },
})

export const eraseGrowthLead = operation({
  method: 'DELETE',
  path: '/v1/api/growth/leads/{leadId}',
  summary:
    'Erase a lead in every growth project (GDPR, article 17); the keyed hash of its address stays on the do-not-contact list',
  reach: { page: '/growth' },
  access: onLead,
  replies: { 200: GrowthLeadErased },
  errors: { noVault },
  audit: { action: 'growth_lead.erase', category: 'delete', severity: 'warning', event: 'growth_lead.erased' },
  touches: ['growth_lead', 'growth_message', 'growth_suppression'],
})

export const leadRights = contract({ exportGrowthLead, eraseGrowthLead })
