export const requestStatuses = ['pending', 'approved', 'denied', 'cancelled'] as const
export type RequestStatus = (typeof requestStatuses)[number]

/** The subject of a request: a change that waits to be merged, or an answer. */
export const requestTypes = ['approval', 'question'] as const
export type RequestType = (typeof requestTypes)[number]

/** The side that decides. The agency may decide a client's requests as well; a client does not see the agency's. */
export const requiredActors = ['agency', 'client'] as const
export type RequiredActor = (typeof requiredActors)[number]

/** The reason of a question, and its place in the change. */
export interface RequestReason {
  /** `approval_required`, and other codes of the review. */
  readonly code: string
  readonly message: string
  /** The kind of the finding, if the review found it. */
  readonly kind?: string
  readonly path?: string
  readonly line?: number
}

/** How many things of a change ask a person, since no test shows them. */
export const countUnshown = (reasons: readonly RequestReason[]): number =>
  reasons.filter(({ code }) => code === 'unseen').length

const untriedKinds = ['hunk_not_tried', 'replay_not_finished']

/** True if something of a change asks a person because there was no time for it: the rest can be tried. */
export const hasUntried = (reasons: readonly RequestReason[]): boolean =>
  reasons.some(({ kind = '' }) => untriedKinds.includes(kind))

/** The answer of a decision, by which the run continues. A cancelled request counts as a denied one. */
type RequestAnswer = 'approved' | 'denied'
export const answerOf = (status: Exclude<RequestStatus, 'pending'>): RequestAnswer =>
  status === 'approved' ? 'approved' : 'denied'

/** The label by which a run that waits for a decision is resumed. */
export const decidedLabel = 'decided'

/** The label by which a run is resumed whose change has parts that had no time: they are tried instead of a decision. */
export const restLabel = 'rest'

/** A text that is not blank, trimmed; undefined if it is blank. */
export const nonBlank = (text: string | undefined): string | undefined => {
  const words = text?.trim()
  return words === '' ? undefined : words
}

interface AnsweredRequest {
  readonly title: string
  readonly question: string
  readonly status: RequestStatus
  readonly decision: string | null
  readonly feedback: string | null
}

/** A question with its answer, as the conversation of its cycle keeps it. */
export const answerText = ({ title, question, status, decision, feedback }: AnsweredRequest): string => {
  const words = [decision, feedback].filter((text) => text !== null)
  const answer = words.length === 0 ? [status === 'approved' ? 'Yes.' : 'No answer was given.'] : words
  const declined = status === 'denied' && words.length > 0 ? ' (the question was declined)' : ''
  return `Question: ${title}\n${question}\n\nAnswer${declined}:\n${answer.join('\n\n')}`
}

/** The answer to an agent's question, as text for it. */
export const answerWords = ({ status, decision, feedback }: Omit<AnsweredRequest, 'title' | 'question'>): string => {
  const words = [decision, feedback].filter((text) => text !== null)
  if (status === 'approved') return words.length === 0 ? 'Yes.' : words.join('\n\n')
  return ['Nobody will answer this. Decide it yourself, and say how you decided.', ...words].join('\n\n')
}

/** The reason of a request that ended without a decision. */
export const expiredText = (hours: number): string =>
  `Nobody decided within ${hours === 1 ? 'an hour' : `${hours} hours`}, which is as long as the project lets a request wait.`
