/** How long one kind of thing is kept, and why. */
export interface RetentionKind {
  readonly what: string
  /** Days since `since`; undefined if no time ends it. */
  readonly days: number | undefined
  readonly since: string
  readonly reason: string
}

/** Every kind of thing that the instance keeps. docs/retention.md is made from it, and the sweeps count by it. */
export const retention = {
  audit: {
    what: 'Audit rows: who did what, when, to which thing, by ids',
    days: undefined,
    since: 'never removed',
    reason: 'They prove what happened. They name people by id alone; names and addresses are in the details.',
  },
  auditDetails: {
    what: 'Details of audit rows',
    days: undefined,
    since: 'until the person who acted, or a person in them, is erased',
    reason: 'They record the change. The chain still verifies without them, and shows that they were erased.',
  },
  events: {
    what: 'Activity events',
    days: undefined,
    since: 'never removed',
    reason: 'They are the history of the work, by ids.',
  },
  people: {
    what: 'A person: name, address, ways to sign in',
    days: undefined,
    since: 'until the person is erased',
    reason: 'They are needed to sign in and to name the person of an action.',
  },
  formerNames: {
    what: 'Names and addresses that a person had before they changed them',
    days: undefined,
    since: 'until the person is erased',
    reason: 'An erasure searches for them, for instance in details of the audit log. They have no other use.',
  },
  signUps: {
    what: 'Sign-ups whose address was not proved: name, address, the hash of a password',
    days: 30,
    since: 'the sign-up',
    reason: 'They grant no access without the link in the mail; another sign-up for the address replaces them.',
  },
  unverified: {
    what: 'A person who signed up, never proved their address, and is in no workspace',
    days: 30,
    since: 'the sign-up',
    reason: 'A stranger can sign up with a foreign address; it has to become free again.',
  },
  sessions: {
    what: 'Sessions that have expired, with their network address and browser',
    days: 1,
    since: 'their end',
    reason: 'They are no longer valid. A session that a person ends is deleted at once.',
  },
  throttles: {
    what: 'Counts of failed sign-ins and of letters that were asked for, under a number of 16 bits from a keyed hash',
    days: undefined,
    since: 'an hour after the last failure, and until the next turn of the hourly sweep',
    reason: 'They slow down guesses on all servers together. They contain no address and no name.',
  },
  machines: {
    what: 'Machines that no server renews any more: a random id, and how many sandboxes it had',
    days: 30,
    since: 'the end of their lease',
    reason: 'A machine that was switched off for some weeks finds its schedules again.',
  },
  codeHostDeliveries: {
    what: 'The ids of webhooks that a code host sent',
    days: 30,
    since: 'their arrival',
    reason: 'A repeated delivery is recognized by them. They contain no words of the webhook.',
  },
  trackerDeliveries: {
    what: 'The ids of webhooks that a tracker sent',
    days: 30,
    since: 'their arrival',
    reason: 'A repeated delivery is recognized by them. They contain no words of the webhook.',
  },
  verifications: {
    what: 'Links that verify an address or reset a password, and were not used',
    days: 1,
    since: 'their end',
    reason: 'They are no longer valid.',
  },
  keys: {
    what: 'API keys, those that are revoked or expired as well; the hash alone, never the key',
    days: undefined,
    since: 'as long as their person’s membership in the workspace',
    reason: 'They identify the person of earlier actions.',
  },
  programTokens: {
    what: 'Codes and tokens of programs that a person connected by OAuth; the hash alone, never the token',
    days: 1,
    since: 'their end: a minute for a code, 15 minutes for an access token, 30 days for a refresh token',
    reason: 'They are no longer valid. Until its end, a used refresh token shows that two hold it.',
  },
  invitations: {
    what: 'Invitations of members and clients, with the address',
    days: 90,
    since: 'they were accepted, revoked, replaced or ran out',
    reason: 'The inviter can see the result; after that an unused address must not be stored.',
  },
  suppressions: {
    what: 'The do-not-contact list: addresses and domains, and the keyed hash of each',
    days: undefined,
    since: 'until a person removes an entry that a person added; the hash of an erased address is never removed',
    reason:
      'A person who must not get mail must never get it by mistake. An erasure removes the address and leaves the hash.',
  },
  growthLeads: {
    what: 'Leads without contact and without consent, with what is known of them',
    days: undefined,
    since: 'as many days after the import as the growth settings say: 180 unless an administrator changed it',
    reason:
      'They are data of people who did not give it. Removing them is no suppression: a list can bring them again.',
  },
  unfinishedLeadLists: {
    what: 'What an upload of leads left behind that broke off',
    days: 1,
    since: 'its beginning',
    reason: 'The upload gave no answer. The list can be uploaded again.',
  },
  growthNamings: {
    what: 'Sentences in which mail of another sender names a lead, with the sender',
    days: 30,
    since: 'their arrival',
    reason: 'A person decides whether they object to mail. The mails that they are from are not kept.',
  },
  growthPages: {
    what: 'Pages that research runs read, except those that a statement of a Company brain quotes',
    days: 365,
    since: 'the reading',
    reason: 'They show what a statement rests on. The website can be read again.',
  },
  projects: {
    what: 'Repositories, revisions, bills of materials, runs, conversations, requests for decisions and secrets of a project',
    days: undefined,
    since: 'as long as the project',
    reason: 'They are the work itself.',
  },
  acceptanceTests: {
    what: 'Acceptance tests of cycles: files that a person gave',
    days: 365,
    since: 'they were given',
    reason:
      'A cycle is run soon after it is proposed. The verdict keeps names, hashes and who gave them; in the repository they stay only if a person keeps them there.',
  },
  transcripts: {
    what: 'What agents said, read and ran, step by step: the transcripts of cycles',
    days: 365,
    since: 'the step',
    reason:
      'They explain a change while people remember it. What proves it stays: commits, checks, verdicts, decisions, events.',
  },
  artifacts: {
    what: 'Artifacts of checks, except those that a published deliverable names',
    days: 90,
    since: 'the check',
    reason: 'They help to understand a run, and the next run makes them again. Those of a publication stay with it.',
  },
  aiDocuments: {
    what: 'Parsed documents: their pages, and what people decided about them',
    days: 365,
    since: 'the request',
    reason: 'They are material of the work. The same file can be parsed again.',
  },
  growthLookups: {
    what: 'Look-ups at providers of company data: which was asked when, whether it found something, and the cost',
    days: 400,
    since: 'the look-up',
    reason: 'They explain what was spent in a year. They contain ids of leads and nothing of what was found.',
  },
  growthLookupAnswers: {
    what: 'What providers of company data answered, used again for the same look-up',
    days: 30,
    since: 'the answer',
    reason: 'The same look-up is not paid for twice. Older answers are no longer true often enough.',
  },
  aiBatches: {
    what: 'Batches of model requests: what each item cost, and why it failed. Requests are removed when their item ends',
    days: 365,
    since: 'the end of the batch',
    reason: 'They explain what was spent. Results are files, which have a period of their own.',
  },
  aiMedia: {
    what: 'Media that were made or understood: what each was asked with, by whom, for which project, and what it cost',
    days: 365,
    since: 'the request',
    reason: 'They explain what was spent. The content is in files, which have a period of their own.',
  },
  aiVideos: {
    what: 'Video jobs: what each cost, why it failed, and what people decided. A prompt is removed when its job ends',
    days: 365,
    since: 'the end of the job',
    reason: 'They explain what was spent and used. Videos are files, which have a period of their own.',
  },
  aiAssets: {
    what: 'Files of the AI capabilities: uploads, parsed documents, media, results of batches',
    days: 365,
    since: 'they were stored or used last',
    reason: 'They are material of the work. What was made of them for a project stays with the project.',
  },
  deletedProjects: {
    what: 'Content of a deleted project: repository, secrets, transcripts, conversations, requests for decisions, stored files',
    days: 30,
    since: 'the deletion',
    reason:
      'A deletion by mistake can be undone by the operator within a month. Its stored objects go 48 hours later, so that a backup that is being made, or a standby that takes over without the last transactions, has what its rows name.',
  },
  detachedRepositories: {
    what: 'Files of a repository on Atelier’s own host that was detached from its project',
    days: 30,
    since: 'the detaching',
    reason:
      'A repository that was detached by mistake can be brought back by the operator within a month. Its objects go 48 hours later.',
  },
  unreachedCommits: {
    what: 'Commits that no branch, tag or run reaches any more, such as those of a removed task',
    days: 14,
    since: 'they were written',
    reason:
      'A repeated step may need them. The hourly upkeep of their repository takes them out of it, and their objects go 48 hours later; the change of such a task is then no longer shown.',
  },
  unfinishedImports: {
    what: 'An import or the upload of a revision that was never finished, with its bundle; the bundle of one that was finished goes 48 hours after it came, with the embedded database within a minute',
    days: 1,
    since: 'the end of its session',
    reason: 'It has no use after its session, and contains code.',
  },
  importScans: {
    what: 'The scan of a bundle or folder that no import has taken, with its bundle',
    days: undefined,
    since: 'an hour, and until the next turn of the hourly sweep',
    reason: 'A person reviews it before the import; afterwards it has no use, and contains code.',
  },
  vulnerabilityNotices: {
    what: 'Who was told of a vulnerability in what was delivered, and when',
    days: undefined,
    since: 'as long as the workspace',
    reason: 'It shows that a duty was met. Who recorded it stays as an id when they are erased.',
  },
  sentInvoiceDocuments: {
    what: 'Invoices as they were sent, byte for byte, by their SHA-256: PDF, electronic invoice, evidence; with how an access point handed them over',
    days: 3_653,
    since: 'the last sending',
    reason:
      'Books have to be kept for ten years. An erasure of a person leaves them, because the law that asks for the books goes first. No operation deletes a workspace.',
  },
  webhookDeliveries: {
    what: 'What was sent to webhooks: ids of events, the status and the beginning of each answer',
    days: 30,
    since: 'the last attempt',
    reason: 'It answers “did our system get it?”. The events themselves stay, and can be sent again.',
  },
  deploymentLogs: {
    what: 'What was printed while a deployment was built, started and served',
    days: 30,
    since: 'the printing',
    reason: 'It answers “why did it fail?”. It can contain data of the people who use the deployment.',
  },
  mail: {
    what: 'Records of sent mail: kind and recipient',
    days: 30,
    since: 'the last attempt',
    reason: 'It answers “did my invitation go out?”. The content is deleted as soon as a server has accepted it.',
  },
  queuedMail: {
    what: 'Content of mail that no server has taken yet',
    days: 3,
    since: 'the queueing',
    reason: 'Mail servers are down for a weekend at most; links in older mail have expired.',
  },
  outbox: {
    what: 'Mail in the outbox: files, or objects where there are several machines',
    days: 30,
    since: 'the writing',
    reason: 'They contain links that grant access, and are meant to be read once.',
  },
  idempotencyAnswers: {
    what: 'Answers kept for an `Idempotency-Key`',
    days: 1,
    since: 'the answer',
    reason: 'A caller repeats a request within minutes.',
  },
} as const satisfies Readonly<Record<string, RetentionKind>>
