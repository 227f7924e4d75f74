import { Type } from 'typebox'
import {
  described,
  exampleText,
  Id,
  lineText,
  maybe,
  namedObject,
  nameText,
  newNameText,
  oneOf,
  text,
  Time,
} from '../../../../platform/contract/schema.ts'
import { count, GrowthProjectRead } from '../../research/contract.ts'
import {
  citationSources,
  delayDaysMost,
  mailboxesMost,
  pauseReasons,
  playLanguages,
  playStatuses,
  sendApprovals,
  stepBodyMostChars,
  stepsMost,
  subjectMostChars,
  playNeeds,
} from '../rules.ts'
import { conflict, resource, to } from '../../../../platform/contract/index.ts'

export const dollars = (description: string) => Type.Number({ minimum: 0, description, examples: [1.25] })

export const subject = (description: string) =>
  lineText(subjectMostChars, { description, examples: ['Web shops for wholesale'] })

const step = {
  delayDays: Type.Integer({
    minimum: 0,
    maximum: delayDaysMost,
    description: 'Days after the mail before it; 0 for the first one, and at least 1 for the others.',
    examples: [4],
  }),
  subject: maybe(subject('Its subject; null for the subject of the mail before it, or if the model writes it.')),
  body: maybe(
    text(1, stepBodyMostChars, {
      description:
        'Its words, with places such as {{firstName}} or {{company|your company}}; null if a model writes it. A mail has either a body or a brief.',
      examples: ['Hello {{firstName|there}},\n\nmay we show you our web shops?'],
    }),
  ),
  brief: maybe(
    text(1, stepBodyMostChars, {
      description: 'The instructions for the model of the role writer; null if body has the words.',
      examples: ['Introduce us in three sentences and ask for a call.'],
    }),
  ),
}
const GrowthPlayStep = namedObject('GrowthPlayStep', step)
const TypedGrowthPlayStep = namedObject('TypedGrowthPlayStep', {
  delayDays: step.delayDays,
  subject: Type.Optional(step.subject),
  body: Type.Optional(step.body),
  brief: Type.Optional(step.brief),
})

const aboutName = { description: 'The name of the play.', examples: ['Wholesalers in Ireland'] }
const name = newNameText(200, aboutName)
const settings = {
  audience: Type.String({
    maxLength: 2_000,
    description: 'Whom it is for, in words that the model reads too.',
    examples: ['Wholesalers with ten to fifty people.'],
  }),
  language: oneOf(playLanguages, { description: 'The language of its mails and of its page to unsubscribe.' }),
  excludedCountries: Type.Array(
    Type.String({ pattern: '^[A-Z]{2}$', examples: ['FR'], description: 'A country, ISO 3166-1 alpha-2.' }),
    { maxItems: 250, description: 'Countries whose companies get no mail.' },
  ),
  excludesUnknownLaw: Type.Boolean({
    description:
      'Whether leads get no mail without recorded consent whose country, or the law of it, this product does not know.',
  }),
  bookingUrl: maybe(
    text(1, 2_000, {
      description: 'Where recipients book a meeting, an https address; null for that of the growth settings.',
      examples: ['https://cal.example.com/ada'],
    }),
  ),
  hardCapUsd: maybe(
    Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      description: 'What its look-ups and drafts may cost, in dollars; null for no limit of its own.',
      examples: [20],
    }),
  ),
  sendApproval: oneOf(sendApprovals, {
    description:
      '`always`: a person approves each mail. `never`: only administrators may set it, and only if the growth settings have `by_play`.',
  }),
  mailboxIds: Type.Array(Id, {
    maxItems: mailboxesMost,
    description: 'The mailboxes that it sends from; every connected mailbox if empty.',
  }),
}
const { properties: optional } = Type.Partial(Type.Object(settings))
const steps = Type.Array(TypedGrowthPlayStep, {
  maxItems: stepsMost,
  description: 'The mails of its sequence, in order.',
})

export const CreateGrowthPlay = namedObject('CreateGrowthPlay', {
  name: nameText(200, aboutName),
  steps: Type.Optional(steps),
  ...optional,
})
export const UpdateGrowthPlay = namedObject(
  'UpdateGrowthPlay',
  {
    name: Type.Optional(name),
    steps: Type.Optional(steps),
    ...optional,
    status: Type.Optional(
      oneOf(['active', 'paused', 'archived'], {
        description: '`active` launches or resumes it. An archived play stays archived.',
      }),
    ),
    acknowledgesGdpr: Type.Optional(
      Type.Boolean({
        description:
          'True declares, in the name of the caller, a lawful basis to write to these leads (GDPR, article 6). A play needs it once before it is launched.',
      }),
    ),
  },
  { minProperties: 1 },
)

export const GrowthCitation = namedObject('GrowthCitation', {
  sentence: exampleText('The sentence of the mail, or of the reason for a play.', 'We build web shops for wholesale.'),
  source: oneOf(citationSources, {
    description:
      'Its source: a `page` of the website, an `approval` of a client, a known fact of the `lead`, or the word of a `person` of the agency.',
  }),
  sourceId: maybe(described(Id, 'The page, the approval or the lead; null for a person.')),
  sourceName: maybe(
    exampleText(
      'The address of the page, or the title of the approval; null for other and deleted sources.',
      'https://example.com/',
    ),
  ),
  quote: maybe(exampleText('The words of the source; null for a person.', 'We build web shops for wholesale.')),
})

export const GrowthPlay = namedObject('GrowthPlay', {
  id: Id,
  growthProjectId: described(Id, 'The growth project that it belongs to.'),
  name,
  status: oneOf(playStatuses, { description: 'Only an `active` play sends.' }),
  pauseReason: maybe(
    oneOf(pauseReasons, {
      description: 'Why it is paused: by a person, or since too much of its mail was complained about or bounced.',
    }),
  ),
  ...settings,
  steps: Type.Array(GrowthPlayStep, { description: 'The mails of its sequence, in order.' }),
  acknowledgedBy: maybe(
    described(Id, 'The person who declared a lawful basis to write to its leads; null without one.'),
  ),
  acknowledgedAt: maybe(described(Time, 'When that was declared; null if never.')),
  launchedAt: maybe(described(Time, 'When it was first launched; null for never.')),
  proposedByRunId: maybe(described(Id, 'The research run that proposed it; null for a play that a person made.')),
  evidence: Type.Array(GrowthCitation, {
    description: 'Why the run proposed it, with the words of the page or approval as evidence.',
  }),
  createdBy: described(Id, 'Who made it, or who started the research that proposed it.'),
  createdAt: Time,
  updatedAt: described(Time, 'When it was last changed.'),
})

export const GrowthProjectShown = namedObject('GrowthProjectShown', {
  ...GrowthProjectRead.properties,
  plays: Type.Array(
    namedObject('GrowthProjectPlay', {
      id: Id,
      name,
      status: oneOf(playStatuses, { description: 'Only an `active` play sends.' }),
      proposedByRunId: maybe(described(Id, 'The research run that proposed it; null for a play that a person made.')),
    }),
    { description: 'Its newest 100 plays, archived ones too; the list of plays has all.' },
  ),
})

export const AssignGrowthLeads = namedObject('AssignGrowthLeads', {
  leadIds: Type.Optional(
    Type.Array(Id, {
      minItems: 1,
      maxItems: 1_000,
      description: 'Only these leads; all that are in no play without it.',
    }),
  ),
  listId: Type.Optional(described(Id, 'Only leads of this list.')),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100_000, description: 'At most so many.', examples: [500] }),
  ),
})
export const GrowthLeadsAssigned = namedObject('GrowthLeadsAssigned', {
  assigned: count(
    'Leads that were put into the play. Those in another play, opted out, written to or disqualified are not.',
  ),
})
export const GrowthLeadsQueued = namedObject('GrowthLeadsQueued', {
  queued: count('Leads that wait for their mails now.'),
  refused: Type.Record(Type.String(), Type.Integer(), {
    description:
      'How many were not queued, by the code with which `updateGrowthLead` refuses a lead, or `sequence_ended`: setting `queued` for that lead restarts its sequence.',
    examples: [{ region_excluded: 3 }],
  }),
})
export const GrowthPlayLookup = namedObject('GrowthPlayLookup', {
  lookupId: described(Id, 'The pass, as the look-ups of the growth project show it.'),
  leads: count('Leads that are looked up.'),
})
export const GrowthSpend = namedObject('GrowthSpend', {
  timeZone: exampleText('The time zone in which days begin.', 'Europe/Vienna'),
  plays: Type.Array(
    namedObject('GrowthPlaySpend', {
      playId: maybe(described(Id, 'The play; null for look-ups that belong to none.')),
      name: maybe(exampleText('Its name; null without a name.', 'Wholesalers')),
      todayUsd: dollars('What look-ups cost today.'),
      last30DaysUsd: dollars('What look-ups cost in the last 30 days, today among them.'),
      hardCapUsd: maybe(dollars('The hard cap of the play; null for none.')),
    }),
    { description: 'Each play, the newest first, and last what belongs to none.' },
  ),
})

export const ofProject = to('agency', resource('growth_project', 'params.projectId'))
export const ofPlay = to('agency', resource('growth_play', 'params.playId'))

export const playArchived = conflict({
  code: 'growth_play_archived',
  message: 'This play is archived and does not change any more.',
})

export const MissingNeeds = Type.Array(oneOf(playNeeds, { description: 'One need.' }), {
  description:
    'The missing needs of the play: it is not launched and sends nothing before all of them are met. `steps`: a mail. `acknowledgement`: that there is a lawful basis. `postal_address`: the address of the sender, in the growth settings. `public_address`: an https address of this server (ATELIER_PUBLIC_URL) that is not of a private network. `unsubscribe_link`: its page to unsubscribe, fetched by the server itself at that address. `mailbox`: a connected mailbox. `mailbox_dns`: SPF, DKIM and DMARC of its domain. `leads`: a lead that is not disqualified.',
  examples: [['postal_address', 'mailbox']],
})

const lacking = <const Code extends string>(code: Code, message: string) =>
  conflict({ code, message, details: namedObject('GrowthPlayLacks', { missing: MissingNeeds }) })

/** Why a play is not launched, by the first need that is missing. */
export const launchRefusals = {
  steps: lacking('growth_play_without_steps', 'This play has no mail to send. Add one first.'),
  acknowledgement: lacking(
    'growth_play_not_acknowledged',
    'The lawful basis is not acknowledged. Say first that there is one to write to the leads of this play; on the command line with --acknowledge-gdpr.',
  ),
  postal_address: lacking(
    'growth_postal_address_missing',
    'Every mail shows the postal address of its sender. Set it in the growth settings first.',
  ),
  public_address: lacking(
    'growth_public_address_missing',
    'Recipients cannot open the links in mails: the operator has to set a public https address (ATELIER_PUBLIC_URL).',
  ),
  unsubscribe_link: lacking(
    'growth_unsubscribe_link_unreachable',
    'The server could not fetch its own page to unsubscribe at its public address. The operator has to look at DNS, certificate and proxy of that address.',
  ),
  mailbox: lacking('growth_mailbox_missing', 'No mailbox of this play can send. Connect one, or resume it.'),
  mailbox_dns: lacking(
    'growth_mailbox_dns_incomplete',
    'No mailbox of this play has SPF, DKIM and DMARC in the DNS of its domain. The check of the mailbox lists the records to add.',
  ),
  leads: lacking('growth_play_without_leads', 'This play has no lead. Put leads into it first.'),
}
