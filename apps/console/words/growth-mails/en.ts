import { plural } from '../plural.ts'

/** Texts of the page of a play's mails. */
export const en = {
  text: (drafts: number, unknown: number) =>
    drafts + unknown === 0
      ? 'No email waits for you.'
      : [
          ...(drafts === 0 ? [] : [`${plural(drafts, 'email waits', 'emails wait')} for your approval.`]),
          ...(unknown === 0 ? [] : [`It is unknown whether ${plural(unknown, 'email was', 'emails were')} sent.`]),
        ].join(' '),
  waitOf: (count: number, isMore: boolean) =>
    `${isMore ? 'More than ' : ''}${plural(count, 'email', 'emails')} to approve`,
  show: 'Which emails are shown',
  filters: { waiting: 'Waiting', approved: 'Approved', sent: 'Sent', refused: 'Undelivered' },
  unknown: 'Delivery unknown',
  unknownText:
    'The connection broke while the email was sent. It is not sent again automatically: check whether it is in the sent folder of the mailbox.',
  delivered: 'It went out',
  notDelivered: 'It did not',
  notDeliveredMeans: 'If it did not go out, it becomes a draft again.',
  drafts: 'For approval',
  keys: { A: 'approve', D: 'discard', 'J K': 'move' },
  none: 'No email waits for you',
  noneText: 'Drafts that are written appear here before they are sent.',
  noneOf: { approved: 'No email is approved', sent: 'No emails sent yet', refused: 'Every email was delivered' },
  noneOfText: {
    approved: 'Emails that you approve wait here until they are due.',
    sent: 'Approved emails appear here once the play sends them.',
    refused: 'Emails that a mail server did not take appear here with its reason.',
  },
  to: (name: string | null, address: string | null) =>
    [name, address].filter(Boolean).join(', ') || 'A lead that is gone',
  step: (step: number | null) => (step === null ? 'Reply' : `Email ${step}`),
  asAnswer: 'Reply to the previous email',
  byModel: 'written by a model',
  due: (time: string) => `due ${time}`,
  dueOnceActive: 'due once the play is launched',
  waitsForPrevious: 'follows the previous email',
  sentAt: (time: string) => `sent ${time}`,
  footer: 'The postal address and the unsubscribe link are added when it is sent.',
  citations: 'Sources',
  sources: { page: 'Page', approval: 'Approved by the client', lead: 'Known of the lead' },
  gonePage: 'a page that is not stored any more',
  goneApproval: 'an approval that is gone',
  ownSentences: (count: number) =>
    count === 1
      ? 'Check the underlined sentence: it was written by hand, without a source.'
      : `Check the ${count} underlined sentences: they were written by hand, without a source.`,
  noSources: 'No sentence quotes a source.',
  approve: 'Approve',
  approving: 'Approving…',
  tick: (mail: string, step: string) => `Choose: ${mail}, ${step}`,
  approveMany: 'Approve several',
  tickAll: (count: number) => `Select all ${count}`,
  approveTicked: (count: number) => (count === 0 ? 'Approve selected' : `Approve ${plural(count, 'email', 'emails')}`),
  approvedMany: (approved: number, refused: number) =>
    `${plural(approved, 'email', 'emails')} approved.${refused === 0 ? '' : ` ${refused} not: they changed, or quoted words are gone.`}`,
  edit: 'Edit',
  discard: 'Discard',
  discardMeans: 'The sequence goes on with the next email.',
  test: 'Send me a test',
  testing: 'Sending…',
  tested: (address: string) => `Sent to ${address}.`,
  thread: 'All emails of the lead',
  subject: 'Subject',
  body: 'Text',
  editMeans: 'Sentences that you change or add are marked as yours. Those that stay keep their source.',
  approveEdited: 'Approve as edited',
  missing: 'Write something.',
  failures: {
    citation_unresolved: 'It came back: quoted words are no longer in their source. Change or remove those sentences.',
    approval_needed: 'It came back: a person has to approve it.',
    not_delivered: 'It was not delivered: approve it to send it again.',
    opted_out: 'The lead opted out.',
    suppressed: 'The address is on the do-not-contact list.',
    region_excluded: 'The country is excluded.',
    no_sendable_address: 'No verified address is known.',
    lookup_required: 'The lead was never looked up.',
    refused_before: 'It waits: the person said no in another growth project.',
    undecided_reply: 'A reply of this address has to be sorted first.',
    postal_address: 'It waits: the postal address of the sender is missing.',
    public_address: 'It waits: this server has no public https address.',
    unsubscribe_link: 'It waits: the server cannot fetch its own page to unsubscribe.',
    mailbox: 'It waits: no mailbox of the play can send.',
    mailbox_dns: 'It waits: SPF, DKIM or DMARC of the mailbox is not there.',
    window_closed:
      'It waits: no time of sending is open in all time zones of this country. Choose a longer time in the growth settings.',
  } as Readonly<Record<string, string>>,
  noSuchAddress: 'This address does not exist. Look the lead up again, or disqualify it.',
  openLeads: 'Open the leads',
  otherFailure: (reason: string) => `Answer of the mail server: ${reason}`,
}
