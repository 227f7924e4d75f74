import type { InvalidField } from '../../../platform/contract/errors.ts'

export const playStatuses = ['draft', 'active', 'paused', 'archived'] as const
export type PlayStatus = (typeof playStatuses)[number]

export const playLanguages = ['de', 'en'] as const
export type PlayLanguage = (typeof playLanguages)[number]

/** Whether a person approves each mail before it is sent. */
export const sendApprovals = ['always', 'never'] as const
export type SendApproval = (typeof sendApprovals)[number]

export const pauseReasons = ['person', 'complaints', 'bounces'] as const
export type PauseReason = (typeof pauseReasons)[number]

const movesFrom: Readonly<Record<PlayStatus, readonly PlayStatus[]>> = {
  draft: ['active', 'archived'],
  active: ['paused', 'archived'],
  paused: ['active', 'archived'],
  archived: [],
}
/** True if a play can get from one status to another. */
export const canMove = (from: PlayStatus, to: PlayStatus): boolean => movesFrom[from].includes(to)

/** True if a play sends: it is active, and a person confirmed that its leads may be written to. */
export const isRunning = (play: { readonly status: PlayStatus; readonly acknowledgedAt: Date | null }): boolean =>
  play.status === 'active' && play.acknowledgedAt !== null

/** True if a play is as a research run proposed it: no person made, changed or launched it. */
export const isAsProposed = (play: {
  readonly growthRunId: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}): boolean => play.growthRunId !== null && play.updatedAt.getTime() === play.createdAt.getTime()

/** Fields of a play that cannot be changed while its mails are sent. */
export const fixedWhileActive = ['steps', 'mailboxIds', 'language'] as const

/** One mail of a sequence: a person's words, or the instruction for a model. */
export interface Step {
  /** Days after the mail before it; 0 for the first one. */
  readonly delayDays: number
  /** Null for the subject of the mail before it, as an answer to it. */
  readonly subject: string | null
  readonly body: string | null
  readonly brief: string | null
}

/** People's settings of a play. */
export interface PlaySettings {
  readonly name: string
  readonly audience: string
  readonly language: PlayLanguage
  readonly excludedCountries: readonly string[]
  readonly excludesUnknownLaw: boolean
  readonly steps: readonly Step[]
  readonly bookingUrl: string | null
  readonly hardCapMicros: number | null
  readonly sendApproval: SendApproval
  readonly mailboxIds: readonly string[]
}
export const stepsMost = 10
export const stepBodyMostChars = 5_000
export const delayDaysMost = 90
export const mailboxesMost = 20

/** The faults of a sequence whose fields are each well formed. */
export const faultsOfSteps = (steps: readonly Step[]): readonly InvalidField[] =>
  steps.flatMap(({ subject, body, brief, delayDays }, at) => [
    ...((body === null) === (brief === null)
      ? [{ path: `steps[${at}].body`, message: 'one of body and brief is needed, and not both', rule: 'one_of' }]
      : []),
    ...(at === 0 && body !== null && subject === null
      ? [{ path: 'steps[0].subject', message: 'is needed, since this is the first mail', rule: 'required' }]
      : []),
    ...((at === 0) === (delayDays === 0) ? [] : [delayFault(at)]),
  ])

const delayFault = (at: number): InvalidField => {
  const message = at === 0 ? 'is 0 for the first mail' : 'is at least 1'
  return { path: `steps[${at}].delayDays`, message, rule: 'delay' }
}

export const subjectMostChars = 200
export const citationSources = ['page', 'approval', 'lead', 'person'] as const
export type CitationSource = (typeof citationSources)[number]

/** The source of a mail's sentence. `person`: a person wrote it; it has no source and no quoted words. */
export interface Citation {
  readonly sentence: string
  readonly source: CitationSource
  /** The page, the approval or the lead. */
  readonly sourceId: string | null
  readonly quote: string | null
}

/** The source of a proposed play, with the page's address or the approval's title. */
export interface Evidence extends Citation {
  readonly sourceName: string | null
}

/** True if a person approves each mail of a play. */
export const needsApproval = (
  play: { readonly sendApproval: SendApproval },
  rules: { readonly sendApproval: string },
): boolean => play.sendApproval === 'always' || rules.sendApproval === 'always'

/** The needs of a play before it sends, in the order in which an agency sets it up. */
export const playNeeds = [
  'steps',
  'acknowledgement',
  'postal_address',
  'public_address',
  'unsubscribe_link',
  'mailbox',
  'mailbox_dns',
  'leads',
] as const
export type PlayNeed = (typeof playNeeds)[number]

/** The needs that cannot be looked at before another need is met. */
const neededFirst: Partial<Readonly<Record<PlayNeed, PlayNeed>>> = {
  unsubscribe_link: 'public_address',
  mailbox_dns: 'mailbox',
}

export type NeedState = 'met' | 'missing' | 'unchecked'

/** The state of a need: it is met only if it was looked at, and holds. */
export const stateOfNeed = (need: PlayNeed, missing: readonly PlayNeed[]): NeedState => {
  if (missing.includes(need)) return 'missing'
  const first = neededFirst[need]
  return first !== undefined && missing.includes(first) ? 'unchecked' : 'met'
}

/** The faults of links in mails: they lead to no public https address, or the server cannot fetch its own. */
export type LinkNeed = 'public_address' | 'unsubscribe_link'

export interface PlayFacts {
  readonly steps: number
  readonly isAcknowledged: boolean
  readonly hasPostalAddress: boolean
  /** Undefined if links in mails work. */
  readonly linkNeed: LinkNeed | undefined
  /** Connected mailboxes of the play. */
  readonly mailboxes: number
  /** Mailboxes with working SPF, DKIM and DMARC. */
  readonly mailboxesWithDns: number
  /** Leads of the play that are not disqualified. */
  readonly leads: number
}

/** The missing needs of a play: with any of them it is neither launched nor sends. */
export const missingOf = (facts: PlayFacts): readonly PlayNeed[] => {
  const { linkNeed, mailboxes, mailboxesWithDns } = facts
  const isMissing: Readonly<Record<PlayNeed, boolean>> = {
    steps: facts.steps === 0,
    acknowledgement: !facts.isAcknowledged,
    postal_address: !facts.hasPostalAddress,
    public_address: linkNeed === 'public_address',
    unsubscribe_link: linkNeed === 'unsubscribe_link',
    mailbox: mailboxes === 0,
    mailbox_dns: mailboxes > 0 && mailboxesWithDns === 0,
    leads: facts.leads === 0,
  }
  return playNeeds.filter((need) => isMissing[need])
}
