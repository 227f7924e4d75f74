import { Type } from 'typebox'
import { conflict, contract, operation, to } from '../../../platform/contract/index.ts'
import {
  DeletedAck,
  described,
  exampleText,
  Id,
  maybe,
  namedObject,
  oneOf,
  paging,
  text,
  Time,
} from '../../../platform/contract/schema.ts'
import { noVault } from '../../code/secrets/contract/refusals.ts'
import { entriesMost, suppressionKinds, suppressionSources } from './rules.ts'

export const GrowthSuppression = namedObject('GrowthSuppression', {
  id: Id,
  kind: oneOf(suppressionKinds, {
    description: '`address` forbids mail to one address, `domain` to every address of it and of its subdomains.',
  }),
  value: maybe(
    exampleText(
      'The address or domain in normal form; null once it is erased. An erased entry still matches.',
      'ada@example.com',
    ),
  ),
  source: oneOf(suppressionSources, {
    description: 'Why it is listed: a person added it, the recipient unsubscribed, mail bounced, or it was erased.',
  }),
  removable: Type.Boolean({
    description: 'Whether it can be removed: an entry that a person added, or one of a bounce.',
  }),
  addedBy: maybe(described(Id, 'Who added it; null if the source is not a person.')),
  createdAt: Time,
})

const AddGrowthSuppressions = namedObject('AddGrowthSuppressions', {
  entries: Type.Array(text(1, 320, { examples: ['ada@example.com'] }), {
    minItems: 1,
    maxItems: entriesMost,
    description: 'Addresses (`ada@example.com`) and domains (`example.com` or `@example.com`), in any spelling.',
  }),
})

const GrowthSuppressionsAdded = namedObject('GrowthSuppressionsAdded', {
  added: Type.Array(GrowthSuppression, { description: 'The entries that were not on the list before.' }),
  alreadyListed: Type.Integer({
    minimum: 0,
    description: 'How many of the named addresses and domains were on the list before. They stay as they were.',
  }),
})

export const listGrowthSuppressions = operation({
  method: 'GET',
  path: '/v1/api/growth/suppressions',
  summary: 'List the addresses and domains that no outreach is sent to, newest first',
  reach: 'call',
  access: to('agency'),
  query: Type.Object({
    ...paging,
    address: Type.Optional(
      text(1, 320, {
        description: 'Only the entries that forbid mail to this address: its own, and its domains’. All at once.',
      }),
    ),
  }),
  replies: { 200: Type.Array(GrowthSuppression) },
  errors: { noVault },
  audit: { refusals: 'growth_suppression.list' },
  reads: { growth_suppression: 'all' },
})

export const addGrowthSuppressions = operation({
  method: 'POST',
  path: '/v1/api/growth/suppressions',
  summary: 'Add addresses and domains to the do-not-contact list',
  reach: 'call',
  access: to('agency'),
  body: AddGrowthSuppressions,
  replies: { 201: GrowthSuppressionsAdded },
  errors: { noVault },
  audit: { action: 'growth_suppression.add', category: 'create', event: 'growth_suppression.added' },
})

export const removeGrowthSuppression = operation({
  method: 'DELETE',
  path: '/v1/api/growth/suppressions/{suppressionId}',
  summary: 'Remove an entry that a person added or a bounce made',
  reach: { page: '/growth/settings?view=suppressions' },
  access: to('agency'),
  replies: { 200: DeletedAck },
  errors: {
    notRemovable: conflict({
      code: 'suppression_not_removable',
      message:
        'The recipient or an erasure put this entry on the list. Only an entry that a person added or a bounce made can be removed.',
    }),
  },
  audit: {
    action: 'growth_suppression.remove',
    category: 'delete',
    severity: 'notice',
    event: 'growth_suppression.removed',
  },
})

export const suppressions = contract({ listGrowthSuppressions, addGrowthSuppressions, removeGrowthSuppression })
