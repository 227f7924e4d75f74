import { Type } from 'typebox'
import { contract, operation, to } from '../../../platform/contract/index.ts'
import { described, exampleText, maybe, namedObject, oneOf, text, Time } from '../../../platform/contract/schema.ts'
import { capUsdMost, refusalDays, retentionDays, sendApprovals, weekdays } from './rules.ts'

const timeOfDay = (description: string, example: string) =>
  Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: [example], description })

const dollars = (description: string) => Type.Number({ minimum: 0, description, examples: [12.5] })

const fields = {
  hardCapUsd: maybe(
    Type.Number({
      minimum: 0,
      maximum: capUsdMost,
      examples: [100],
      description: 'The monthly limit of growth, in dollars; null for no limit beside the workspace’s.',
    }),
  ),
  bookingUrl: maybe(
    text(1, 2_000, {
      examples: ['https://cal.example.com/ada'],
      description: 'Where recipients book a meeting, an https address; null for none.',
    }),
  ),
  senderPostalAddress: maybe(
    text(1, 500, {
      examples: ['Example Ltd, 1 Main Street, London'],
      description: 'The postal address of the sender, which every mail has to show; null while it is not set.',
    }),
  ),
  sendApproval: oneOf(sendApprovals, {
    description:
      '`always`: a person approves every mail before it is sent. `by_play`: an administrator may decide otherwise for one play.',
  }),
  sendingDays: Type.Array(oneOf(weekdays), {
    minItems: 1,
    maxItems: 7,
    examples: [['mon', 'tue']],
    description: 'The days on which mail may be sent.',
  }),
  sendingFrom: timeOfDay('The time of day, in the recipient’s time zone, from which mail may be sent.', '09:00'),
  sendingUntil: timeOfDay('The time of day, in the recipient’s time zone, until which mail may be sent.', '17:00'),
  leadRetentionDays: Type.Integer({
    minimum: retentionDays.least,
    maximum: retentionDays.most,
    examples: [180],
    description: 'After how many days without contact or consent a lead is removed.',
  }),
  refusalDays: Type.Integer({
    minimum: refusalDays.least,
    maximum: refusalDays.most,
    examples: [730],
    description:
      'For how many days after a “no, thank you” no other growth project mails the person, unless it is confirmed for that project.',
  }),
  contributesToIndex: Type.Boolean({
    description:
      'Whether public facts of companies, read from their imprints for this workspace, are added to the index that all workspaces share.',
  }),
}

const { properties: optional } = Type.Partial(Type.Object(fields))
const UpdateGrowthSettings = namedObject('UpdateGrowthSettings', optional, { minProperties: 1 })

export const GrowthSettings = namedObject('GrowthSettings', {
  ...fields,
  closedCountries: Type.Array(exampleText('ISO 3166-1 alpha-2.', 'US'), {
    description:
      'Countries with several time zones whose companies get no mail: no time of sending is open in all of these zones. A longer time of the day opens them.',
  }),
  month: namedObject('GrowthMonth', {
    from: described(Time, 'When the month began, in the time zone of the workspace.'),
    spentUsd: dollars('What growth spent this month.'),
    heldUsd: dollars('The reserved amount of calls that are under way.'),
    remainingUsd: maybe(dollars('What growth may still spend this month; null without a hard cap.')),
  }),
  updatedAt: maybe(described(Time, 'When it was last changed; null if it never was.')),
})

export const getGrowthSettings = operation({
  method: 'GET',
  path: '/v1/api/growth/settings',
  summary: 'Read the growth settings and the growth spend of this month',
  reach: 'call',
  access: to('agency'),
  replies: { 200: GrowthSettings },
  audit: { refusals: 'growth_settings.get' },
  reads: { growth_settings: 'all', growth_run: 'all' },
})

export const updateGrowthSettings = operation({
  method: 'PATCH',
  path: '/v1/api/growth/settings',
  summary: 'Change the hard cap, the sending rules, the booking link or the retention of leads',
  reach: { page: '/growth/settings' },
  access: to('administrator'),
  body: UpdateGrowthSettings,
  replies: { 200: GrowthSettings },
  audit: { action: 'growth_settings.update', category: 'update', severity: 'notice', event: 'growth_settings.updated' },
})

export const growthSettings = contract({ getGrowthSettings, updateGrowthSettings })
