import { plural } from '../plural.ts'

/** Texts of the results and the spend of growth plays. */
export const en = {
  title: 'Results',
  text: (sent: number, replied: number) =>
    `${plural(sent, 'email was', 'emails were')} sent, and ${plural(replied, 'lead', 'leads')} replied.`,
  nothingSent: 'Nothing sent yet',
  nextApprove: (count: number) =>
    `${plural(count, 'email waits', 'emails wait')} for your approval. Approved ones are sent when due.`,
  nextDue: (count: number) =>
    count === 0
      ? 'The play is active and waits for leads and drafts.'
      : `${plural(count, 'approved email', 'approved emails')} will be sent when due.`,
  nextLaunch: (missing: number) =>
    missing === 0
      ? 'Everything is ready. Launch the play to send its emails.'
      : `${plural(missing, 'step', 'steps')} left before the play can be launched.`,
  openMails: 'Open emails',
  openPlay: 'Open the play',
  funnel: { leads: 'Leads in the play', writtenTo: 'Written to', replied: 'Replied', interested: 'Interested' },
  export: 'Export as CSV',
  file: 'play.csv',
  sent: 'Sent',
  toLeads: (leads: number) => `to ${plural(leads, 'lead', 'leads')}`,
  delivered: 'Delivered',
  bounced: (count: number) => (count === 0 ? 'none bounced' : `${count} bounced`),
  replied: 'Replied',
  ofLeads: (share: string) => `${share} of leads written to`,
  interested: 'Interested',
  ofReplies: (share: string) => `${share} of those who replied`,
  costPerReply: 'Cost per reply',
  costs: (lookups: string, drafts: string) => `${lookups} look-ups, ${drafts} drafts`,
  none: '–',
  chart: 'How many emails go out and come back each day?',
  series: { sent: 'Sent', replies: 'Replies' },
  more: 'Other outcomes',
  facts: {
    drafts: 'Waiting for approval',
    approved: 'Approved, not due yet',
    unknown: 'Delivery unknown',
    refused: 'Not sent: refused by a mail server',
    complaints: 'Complaints',
    optOuts: 'Leads that want no email',
  },
  open: 'Open',
  meetings: 'Meetings that are booked at your booking link do not appear here.',
  spendMeans: 'For look-ups and for drafts of a model.',
  lookUpsInAll: 'Look-ups, total',
  draftsInAll: 'Drafts, total',
  spend: 'Spend',
  spendTable: 'Spend by play',
  spendText: (zone: string) => `Cost of look-ups. Days begin in ${zone}.`,
  play: 'Play',
  today: 'Today',
  last30Days: 'Last 30 days',
  cap: 'Spending cap',
  setCap: 'Set a cap',
  noPlay: 'Look-ups of no play',
}
