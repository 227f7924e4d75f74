import { Type } from 'typebox'
import { conflict, operation, resource, to } from '../../../../platform/contract/index.ts'
import { described, Id, namedObject, oneOf, Time } from '../../../../platform/contract/schema.ts'
import { noVault } from '../../../code/secrets/contract/refusals.ts'
import { settableStatuses } from '../../leads/rules.ts'

const leadStatus = oneOf(settableStatuses, {
  description:
    '`new` waits for a look-up, also if an earlier one is to be repeated. `queued` waits for its mail; set for a lead whose sequence ended, it begins again. `disqualified` gets none.',
})
const GrowthLeadStatus = namedObject('GrowthLeadStatus', {
  id: Id,
  status: leadStatus,
  statusChangedAt: described(Time, 'When its status was last set.'),
})

const UpdateGrowthLead = namedObject('UpdateGrowthLead', {
  status: leadStatus,
  despiteRefusal: Type.Optional(
    Type.Boolean({
      description:
        'Confirms that this growth project may mail the person who refused in another growth project before; true with `queued`.',
    }),
  ),
})

const refused = (code: string, message: string) => conflict({ code, message })

export const updateGrowthLead = operation({
  method: 'PATCH',
  path: '/v1/api/growth/leads/{leadId}',
  summary: 'Set the status of a lead',
  reach: 'call',
  access: to('agency', resource('growth_lead', 'params.leadId')),
  body: UpdateGrowthLead,
  replies: { 200: GrowthLeadStatus },
  errors: {
    campaign_not_running: refused(
      'campaign_not_running',
      'The play of this lead is not running, or the growth project is archived.',
    ),
    opted_out: refused('opted_out', 'This lead opted out and gets no mail.'),
    suppressed: refused('suppressed', 'The address or domain of this lead is on the do-not-contact list.'),
    region_excluded: refused(
      'region_excluded',
      'The play excludes the country of this lead’s company, or its law asks for consent that is not recorded.',
    ),
    no_sendable_address: refused('no_sendable_address', 'A look-up found no verified address of this lead.'),
    lookup_required: refused('lookup_required', 'This lead was never looked up. Set its status to “new”.'),
    refused_before: refused(
      'refused_before',
      'This person refused mail in another growth project. Set “despiteRefusal” to mail them from this project.',
    ),
    noVault,
  },
  audit: { action: 'growth_lead.update', category: 'update', event: 'growth_lead.updated' },
})
