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
  /** By when it is decided, in the time zone of the workspace; undefined if it has no such time. */
  readonly decideBy?: { readonly at: Date; readonly timeZone: string } | undefined
  /** Why a run failed. */
  readonly why?: string | undefined
  /** The project; undefined if it is about the workspace itself. */
  readonly project: string | undefined
  readonly workspace: string
  readonly url: string
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

/** Where everything is that waits for the reader. */
export const homeLinkOf = ({ isAgency, portal }: LetterReader): string =>
  !isAgency && portal !== undefined ? `/console/portal/${encodeURIComponent(portal)}` : '/console/'

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
