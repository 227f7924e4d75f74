import { enActions } from './actions/en.ts'
import { enEvents } from './events/en.ts'

const plural = (count: number, one: string, many: string) =>
  `${count === 1 ? 'one' : count} ${count === 1 ? one : many}`

/** The sentences of events and audit rows, and the texts of the pages around them. */
export const en = {
  events: enEvents,
  actions: enActions,
  quoted: (title: string) => `“${title}”`,
  gone: 'something deleted',
  atelier: 'Atelier',
  agent: 'An agent',
  formerPerson: 'A former member',
  apiKey: 'API key',
  /** The helping verbs that a sentence without its actor leaves out. */
  helpers: (): readonly string[] => [],
  /** The helping verbs that a sentence leaves out below the name of its thing. */
  helpersBelow: (): readonly string[] => ['was '],
  today: 'Today',
  yesterday: 'Yesterday',
  run: (number: number) => `Run ${number}`,
  workspace: 'Workspace',
  showSteps: (count: number) => `${count} more ${count === 1 ? 'event' : 'events'}`,
  showEach: 'Show each',
  showAlike: (count: number) => `${count} more like this`,
  /** Equal events in a row, by their type. */
  many: {
    'billable.created': (count) => `{actor} recorded ${count} charges`,
    'client_invoice.drafted': (count) => `{actor} drafted ${count} invoices`,
    'growth_chain.updated': (count) => `{actor} changed the order of data providers ${count} times`,
    'growth_lead.updated': (count) => `{actor} changed ${count} leads`,
    'growth_message.approved': (count) => `{actor} approved ${count} emails to leads`,
    'growth_message.discarded': (count) => `{actor} cancelled ${count} emails to leads`,
    'growth_message.received': (count) => `${count} emails of leads came in`,
    'growth_play.proposed': (count) => `Research proposed ${count} plays`,
  } as Readonly<Record<string, (count: number) => string>>,
  hideSteps: 'Show less',
  timeline: 'Timeline',
  billed: (amount: string) => `${amount} billed`,
  clauses: {
    asked: (count: number, _check: string | undefined) => plural(count, 'question was asked', 'questions were asked'),
    reviewing: (count: number, _check: string | undefined) =>
      plural(count, 'change waits for a review', 'changes wait for a review'),
    delivered: (count: number, _check: string | undefined) => plural(count, 'cycle completed', 'cycles completed'),
    sentBack: (count: number, check: string | undefined) =>
      plural(count, 'sent back', 'sent back') + (check === undefined ? ' by the review' : ` because “${check}” failed`),
    failed: (count: number, _check: string | undefined) => plural(count, 'cycle failed', 'cycles failed'),
    stopped: (count: number, _check: string | undefined) => plural(count, 'cycle stopped', 'cycles stopped'),
    reverted: (count: number, _check: string | undefined) => plural(count, 'change reverted', 'changes reverted'),
    published: (count: number, _check: string | undefined) =>
      plural(count, 'deliverable published', 'deliverables published'),
    approved: (count: number, _check: string | undefined) =>
      plural(count, 'deliverable approved', 'deliverables approved'),
    changesAsked: (count: number, _check: string | undefined) =>
      plural(count, 'client asked for changes', 'clients asked for changes'),
    decided: (count: number, _check: string | undefined) =>
      plural(count, 'deliverable answered', 'deliverables answered'),
    proposed: (count: number, _check: string | undefined) => plural(count, 'cycle proposed', 'cycles proposed'),
  },
}
