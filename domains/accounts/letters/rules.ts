/**
 * The subjects of letters: a decision, a question, a deliverable to approve, a failed run of the reader's, a budget, a
 * key of the reader's that may do less than before.
 */
export const letterKinds = ['request', 'question', 'approval', 'failed_run', 'budget', 'key'] as const
export type LetterKind = (typeof letterKinds)[number]

/** Their kind in the mail queue. */
export const letterMailKind = 'letter'

/** Letters of ten minutes are one mail. */
export const gatheredMs = 10 * 60_000

/** The most things in a single mail; it has the number of the others. */
export const namedMost = 20

export interface LetterTopic {
  readonly kind: LetterKind
  readonly reminds: boolean
  readonly title: string
  /** How many things of a change no test shows. */
  readonly unshown: number
  /** Handle of its cycle; undefined for a client, a budget or a key, and in letters of an earlier version. */
  readonly handle: string | undefined
  /** The project; undefined if it is about the workspace itself. */
  readonly project: string | undefined
  readonly workspace: string
  readonly url: string
}

interface LetterText {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly action?: { readonly label: string; readonly url: string }
  readonly links?: readonly { readonly label: string; readonly url: string }[]
}

const words: Readonly<Record<LetterKind, { readonly first: string; readonly again: string; readonly label: string }>> =
  {
    request: {
      first: 'Your decision is needed',
      again: 'Your decision is still needed',
      label: 'Look at it and decide',
    },
    question: { first: 'Your answer is needed', again: 'Your answer is still needed', label: 'Answer the question' },
    approval: { first: 'Ready for your approval', again: 'Still waits for your approval', label: 'Read it and decide' },
    failed_run: { first: 'Failed', again: 'Failed', label: 'See what happened' },
    budget: { first: '', again: '', label: 'See what was spent' },
    key: { first: '', again: '', label: 'Look at your keys' },
  }

const sentenceOf = ({ kind, reminds, title }: LetterTopic): string => {
  const begins = words[kind][reminds ? 'again' : 'first']
  // The title of a letter about a budget or a key is a sentence.
  return begins === '' ? title : `${begins}: ${title}`
}

/**
 * The words of a mail about a thing or several, the oldest first. `left` is the number of things that the mail does not
 * name.
 */
export const textOf = (told: readonly [LetterTopic, ...LetterTopic[]], left = 0): LetterText => {
  const [first] = told
  if (told.length === 1) {
    const action = { label: words[first.kind].label, url: first.url }
    return {
      subject: sentenceOf(first),
      paragraphs: [sentenceOf(first), ...unshownSentence(first), whereOf(first)],
      action,
    }
  }
  const count = told.length + left
  return {
    subject: `${count} new things need you`,
    paragraphs: [`These ${count} are new:`, ...(left > 0 ? [`The ${left} newest are not named here.`] : [])],
    links: told.map((one) => ({
      label: [`${sentenceOf(one)} (${one.project ?? one.workspace})`, ...unshownSentence(one)].join('. '),
      url: one.url,
    })),
  }
}

const unshownSentence = ({ unshown }: LetterTopic): string[] =>
  unshown === 0 ? [] : [`No test shows ${unshown === 1 ? '1 thing' : `${unshown} things`} of the change.`]

const whereOf = ({ project, workspace, handle }: LetterTopic) => {
  if (project === undefined) return `Workspace: ${workspace}`
  return `Project: ${project}${handle === undefined ? '' : `, ${handle}`}`
}

interface LetterTarget {
  readonly kind: LetterKind
  readonly workspaceId: string
  readonly projectId: string | null
  readonly cycleId: string | null
  readonly subjectId: string
}

/** The reader: a person of the agency, or a client, with the name of the portal if that is open. */
export interface LetterReader {
  readonly isAgency: boolean
  readonly portal?: string
}

/** Where a letter leads: a client into the open portal, all other readers to a page of the console. */
export const linkOfLetter = (place: LetterTarget, { isAgency, portal }: LetterReader): string => {
  if (!isAgency && portal !== undefined) return `/console/portal/${encodeURIComponent(portal)}${placeInPortal(place)}`
  return `/console/open#${thingOf(place)}`
}

/** Where all letters are switched off, in the name of the agency whose portal is open. */
export const switchOffLinkOf = (token: string, { portal }: LetterReader): string =>
  `/console/letters${portal === undefined ? '' : `?agency=${encodeURIComponent(portal)}`}#${token}`

const placeInPortal = ({ kind, cycleId, subjectId }: LetterTarget) => {
  if (kind === 'approval') return `/delivered/${cycleId}`
  return kind === 'request' || kind === 'question' ? `/questions/${subjectId}` : ''
}

/** The address of its subject. Behind the hash sign the ids are in no server's log. */
const thingOf = ({ kind, workspaceId, projectId, cycleId, subjectId }: LetterTarget) => {
  if (kind === 'budget') {
    const whose = projectId === null ? 'workspace-budget' : cycleId === null ? 'project-budget' : 'cycle-budget'
    return `${whose}/${workspaceId}/${subjectId}`
  }
  if (kind === 'key') return `key/${workspaceId}/${subjectId}`
  if (kind === 'approval') return `deliverable/${workspaceId}/${cycleId}/${subjectId}`
  return kind === 'failed_run' ? `cycle/${workspaceId}/${cycleId}` : `request/${workspaceId}/${subjectId}`
}
