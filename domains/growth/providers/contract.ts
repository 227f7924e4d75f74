import { Type } from 'typebox'
import { conflict, contract, operation, resource, to } from '../../../platform/contract/index.ts'
import {
  described,
  exampleText,
  Id,
  maybe,
  namedObject,
  oneOf,
  pagesOf,
  Time,
} from '../../../platform/contract/schema.ts'
import { noVault } from '../../code/secrets/contract/refusals.ts'
import { archived, count } from '../research/contract.ts'
import { callPriceUsdMost, capabilities, passReasons, passStatuses, sampleSizeMost } from './rules.ts'

const dollars = (description: string) => Type.Number({ minimum: 0, description, examples: [0.034] })
const provider = exampleText('The provider, by its id.', 'hunter')
const capability = oneOf(capabilities, {
  description: 'The subject: an address, its check, a company by its name, facts of a company or a person.',
})

const GrowthCapabilityPrice = namedObject('GrowthCapabilityPrice', {
  capability,
  inBackground: Type.Boolean({
    description: 'Whether it answers only in the background, and is left out of comparisons.',
  }),
  priceUsd: dollars('What one billed look-up costs, in dollars.'),
  billed: oneOf(['asked', 'found'], { description: '`found`: a look-up that finds nothing is free.' }),
})

export const GrowthProvider = namedObject('GrowthProvider', {
  provider,
  label: exampleText('The display name.', 'Hunter'),
  isBuiltIn: Type.Boolean({ description: 'Whether this product looks up itself, without a key and without cost.' }),
  enabled: Type.Boolean({ description: 'Whether it is asked if a chain names it.' }),
  hasApiKey: Type.Boolean({ description: 'Whether the workspace stored a key of its own. It is shown nowhere.' }),
  hasInstanceKey: Type.Boolean({ description: 'Whether this instance has a key, which workspaces without one use.' }),
  capabilities: Type.Array(GrowthCapabilityPrice, { description: 'Its capabilities, each with the price.' }),
  callPriceUsd: maybe(dollars('The price of a look-up with the key of the workspace; null for the listed price.')),
  pricedOn: maybe(
    Type.String({
      format: 'date',
      description: 'The day on which the listed prices were entered by hand; null for a free provider.',
      examples: ['2026-11-25'],
    }),
  ),
  updatedAt: maybe(described(Time, 'When it was last changed; null if it never was.')),
})

const UpdateGrowthProvider = namedObject(
  'UpdateGrowthProvider',
  {
    enabled: Type.Optional(Type.Boolean({ description: 'Whether it is asked from now on.' })),
    callPriceUsd: Type.Optional(
      maybe(
        Type.Number({
          minimum: 0,
          maximum: callPriceUsdMost,
          description: 'The price of a look-up in your plan with the provider, in dollars; null for the listed price.',
          examples: [0.02],
        }),
      ),
    ),
  },
  { minProperties: 1 },
)

const SaveGrowthProviderKey = namedObject('SaveGrowthProviderKey', {
  apiKey: Type.String({
    minLength: 1,
    maxLength: 10_000,
    pattern: '^[\\x21-\\x7e]+$',
    description: 'Visible ASCII characters without spaces.',
    examples: ['0123456789abcdef'],
  }),
})

const order = Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
  maxItems: 50,
  uniqueItems: true,
  description: 'The providers in the order in which they are asked. One that is left out is not asked.',
  examples: [['known_pattern', 'hunter']],
})

const GrowthChainProvider = namedObject('GrowthChainProvider', {
  provider,
  isReady: Type.Boolean({ description: 'Whether it is enabled and can be asked; otherwise it is skipped.' }),
  asked: count('Look-ups of the last 7 days, without answers that were used again.'),
  found: count('How many of them found something.'),
  failed: count('How many of them got no answer.'),
  costUsd: dollars('Their cost, in dollars.'),
})

export const GrowthChain = namedObject('GrowthChain', {
  capability,
  order: Type.Array(Type.String(), {
    description: 'The providers in the order in which they are asked.',
    examples: [['known_pattern', 'hunter']],
  }),
  isDefault: Type.Boolean({ description: 'Whether this is the default order.' }),
  available: Type.Array(Type.String(), {
    description: 'Every provider that can look this up, in the default order.',
    examples: [['known_pattern', 'hunter']],
  }),
  providers: Type.Array(GrowthChainProvider, { description: 'How each of them did in the last 7 days.' }),
})

const UpdateGrowthChain = namedObject('UpdateGrowthChain', { order: maybe(order) })
const GrowthChainUpdated = namedObject('GrowthChainUpdated', {
  capability,
  order: Type.Array(Type.String(), {
    description: 'The order that the next pass follows.',
    examples: [['known_pattern', 'hunter']],
  }),
  isDefault: Type.Boolean({ description: 'Whether this is the default order.' }),
})

const CompareGrowthProviders = namedObject('CompareGrowthProviders', {
  providers: Type.Array(Type.String({ minLength: 1, maxLength: 40 }), {
    minItems: 1,
    maxItems: 10,
    uniqueItems: true,
    description: 'The providers that are compared, by id.',
    examples: [['hunter', 'apollo']],
  }),
  sampleSize: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: sampleSizeMost,
      description: 'How many leads are looked up, the newest whose person is named; 10 without it.',
    }),
  ),
})

const GrowthProviderComparison = namedObject('GrowthProviderComparison', {
  sampleSize: count('Leads that were looked up.'),
  costUsd: dollars('The cost of the comparison, in dollars.'),
  providers: Type.Array(
    namedObject('GrowthComparedProvider', {
      provider,
      asked: count('Leads that it was asked about or had answered before.'),
      reused: count('How many of these answers were used again, without cost.'),
      found: count('Addresses that it found.'),
      verified: count('How many of them the provider itself confirmed.'),
      matching: count('How many are the address that the lead is listed with.'),
      failed: count('Look-ups that got no answer.'),
      costUsd: dollars('Their cost, in dollars.'),
    }),
    { description: 'What each provider found, verified and cost, in the order of the request.' },
  ),
})

export const GrowthLookup = namedObject('GrowthLookup', {
  id: Id,
  status: oneOf(passStatuses, {
    description: '`stopped`: it ended before its last lead; the remaining leads wait for another pass.',
  }),
  reason: maybe(
    oneOf(passReasons, {
      description: 'Why it stopped or failed, such as the limit that was reached; null if it did not.',
    }),
  ),
  leads: count('Leads that it began with.'),
  waiting: count('Leads that it has not looked up yet, or had not when it ended.'),
  lookups: count('Look-ups at providers.'),
  found: count('Look-ups that found something.'),
  costUsd: dollars('Their cost, in dollars.'),
  createdAt: Time,
  endedAt: maybe(described(Time, 'When it ended; null while it is at work.')),
})

const administrator = to('administrator')

export const listGrowthProviders = operation({
  method: 'GET',
  path: '/v1/api/growth/providers',
  summary: 'List the providers of company data, their prices, and whether a key is stored',
  reach: 'call',
  access: to('agency'),
  replies: { 200: Type.Array(GrowthProvider) },
  audit: { refusals: 'growth_provider.list' },
  reads: { growth_provider: 'all' },
})

export const updateGrowthProvider = operation({
  method: 'PATCH',
  path: '/v1/api/growth/providers/{provider}',
  summary: 'Enable or disable a provider of company data, or set the price of a look-up',
  reach: { page: '/growth/settings?view=providers' },
  access: administrator,
  body: UpdateGrowthProvider,
  replies: { 200: GrowthProvider },
  errors: {
    noKey: conflict({
      code: 'growth_provider_without_key',
      message: 'No key is stored for this provider. Save one; that also enables it.',
    }),
  },
  audit: { action: 'growth_provider.update', category: 'update', severity: 'notice', event: 'growth_provider.updated' },
})

export const saveGrowthProviderKey = operation({
  method: 'PUT',
  path: '/v1/api/growth/providers/{provider}/key',
  summary: 'Store or replace the workspace’s own key of a provider, and enable it',
  reach: { page: '/growth/settings?view=providers' },
  access: administrator,
  body: SaveGrowthProviderKey,
  replies: { 200: GrowthProvider },
  errors: { noVault },
  audit: {
    action: 'growth_provider.save_key',
    category: 'update',
    severity: 'notice',
    event: 'growth_provider.key_saved',
  },
})

export const removeGrowthProviderKey = operation({
  method: 'DELETE',
  path: '/v1/api/growth/providers/{provider}/key',
  summary: 'Remove the workspace’s own key of a provider, and disable it',
  reach: { page: '/growth/settings?view=providers' },
  access: administrator,
  replies: { 200: GrowthProvider },
  audit: {
    action: 'growth_provider.remove_key',
    category: 'delete',
    severity: 'notice',
    event: 'growth_provider.key_removed',
  },
})

export const listGrowthChains = operation({
  method: 'GET',
  path: '/v1/api/growth/chains',
  summary: 'List in which order providers are asked for each capability, and how each did in the last 7 days',
  reach: 'call',
  access: to('agency'),
  replies: { 200: Type.Array(GrowthChain) },
  audit: { refusals: 'growth_chain.list' },
  reads: { growth_chain: 'all', growth_provider: 'all', growth_lookup: 'all' },
})

export const updateGrowthChain = operation({
  method: 'PUT',
  path: '/v1/api/growth/chains/{capability}',
  summary: 'Set the order in which providers are asked, or return to the default',
  reach: { page: '/growth/settings?view=providers' },
  access: administrator,
  body: UpdateGrowthChain,
  replies: { 200: GrowthChainUpdated },
  errors: {
    cannotServe: {
      status: 400,
      code: 'growth_provider_cannot_serve',
      message: 'A named provider cannot look this up. The list of chains has the providers that can.',
    },
  },
  audit: { action: 'growth_chain.update', category: 'update', severity: 'notice', event: 'growth_chain.updated' },
})

const passed = (code: string, message: string) => ({ status: 402, code, message }) as const

export const compareGrowthProviders = operation({
  method: 'POST',
  path: '/v1/api/growth/chains/find_email/compare',
  summary: 'Look up the same leads at several providers and compare the results; nothing is stored on leads',
  reach: { page: '/growth/settings?view=providers' },
  access: to('agency'),
  body: CompareGrowthProviders,
  effect: 'outside',
  replay: false,
  replies: { 200: GrowthProviderComparison },
  errors: {
    notComparable: {
      status: 400,
      code: 'growth_provider_not_comparable',
      message:
        'A provider that is named does not find addresses, answers only in the background, is disabled, or has no key. Name others.',
    },
    hardCap: passed(
      'growth_hard_cap_reached',
      'The hard cap of growth for this month does not cover this comparison. Raise it in the growth settings, or compare fewer leads. Nothing was looked up.',
    ),
    planCap: passed(
      'growth_plan_cap_reached',
      'The plan of this workspace for this month does not cover this comparison. Ask the operator of this instance for more, save a key of your own, or compare fewer leads. Nothing was looked up.',
    ),
    freeCredit: passed(
      'growth_free_credit_used',
      'The free credit of this workspace for this month does not cover this comparison. Save a key of your own, or ask the operator of this instance for a plan. Nothing was looked up.',
    ),
    noVault,
  },
  audit: {
    action: 'growth_provider.compare',
    category: 'execute',
    severity: 'notice',
    event: 'growth_provider.compared',
  },
  touches: ['growth_provider', 'growth_settings', 'growth_lookup'],
})

const ofProject = to('agency', resource('growth_project', 'params.projectId'))

export const listGrowthLookups = operation({
  method: 'GET',
  path: '/v1/api/growth/projects/{projectId}/lookups',
  summary: 'List the passes in which leads of a growth project were looked up, newest first',
  reach: 'call',
  access: ofProject,
  ...pagesOf(GrowthLookup),
  audit: { refusals: 'growth_lookup.list' },
  reads: { growth_lookup: 'all' },
})

export const startGrowthLookup = operation({
  method: 'POST',
  path: '/v1/api/growth/projects/{projectId}/lookups',
  summary: 'Look up the leads of a growth project that are new and were never looked up',
  reach: 'call',
  access: ofProject,
  replies: { 202: GrowthLookup },
  errors: {
    archived,
    noLeads: conflict({
      code: 'growth_no_lead_to_look_up',
      message: 'No lead of this growth project is new and waits for a look-up.',
    }),
    noVault,
  },
  audit: { action: 'growth_lookup.start', category: 'execute', event: 'growth_lookup.started' },
  touches: ['growth_lookup', 'growth_lead'],
})

export const growthProviders = contract({
  listGrowthProviders,
  updateGrowthProvider,
  saveGrowthProviderKey,
  removeGrowthProviderKey,
  listGrowthChains,
  updateGrowthChain,
  compareGrowthProviders,
  listGrowthLookups,
  startGrowthLookup,
})
