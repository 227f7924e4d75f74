/** How many conversations one answer lists. */
export const listedMost = 200

export const trackerKinds = ['linear'] as const

export const trackersMost = 20

/** How often the issues of a repository are looked at without a webhook. */
export const issuesEveryMs = 60_000

/** Attempts after which an entry is abandoned: its conversation may have been deleted. */
export const attemptsMost = 12

export interface Post {
  readonly key: string
  readonly kind: 'thought' | 'elicitation' | 'response' | 'error'
  readonly body: string
}

interface ToldCycle {
  readonly status: string
  readonly runNumber: number
  readonly toldStatus: string | null
  readonly failure: string | undefined
  readonly address: string
}

const words = {
  draft: { kind: 'thought', text: 'Atelier has made a cycle of this issue. It begins when it is started:' },
  planning: { kind: 'thought', text: 'Atelier has begun to work on this issue:' },
  reviewing: { kind: 'thought', text: 'The result is being reviewed:' },
  completed: { kind: 'response', text: 'The change was delivered:' },
  failed: { kind: 'error', text: 'The cycle failed.' },
  stopped: { kind: 'response', text: 'The cycle was stopped:' },
} as const

type ToldStatus = keyof typeof words
/** The statuses of a cycle that its conversation gets. */
export const toldStatuses = Object.keys(words)
const isTold = (status: string): status is ToldStatus => Object.hasOwn(words, status)

/** The post about a cycle in its conversation; undefined if it is there already, or there is nothing to report. */
export const postOfStatus = ({ status, runNumber, toldStatus, failure, address }: ToldCycle): Post | undefined => {
  if (!isTold(status) || toldStatus === `${status}-${runNumber}`) return undefined
  const { kind, text } = words[status]
  const reason = status === 'failed' && failure !== undefined ? ` ${failure}` : ''
  return { key: `${status}-${runNumber}`, kind, body: `${text}${reason} ${address}` }
}

interface PostedRequest {
  readonly id: string
  readonly requestType: 'approval' | 'question'
  readonly title: string
  readonly question: string
}

/** The post about a waiting request: a question may be answered there, an approval needs sign-in. */
export const postOfRequest = ({ id, requestType, title, question }: PostedRequest, address: string): Post =>
  requestType === 'question'
    ? { key: `request-${id}`, kind: 'elicitation', body: `${title}\n\n${question}\n\nAnswer here, or at ${address}` }
    : { key: `request-${id}`, kind: 'thought', body: `${title} A person decides at ${address}` }

/** True if words are nothing but a stop. */
export const isStopWord = (text: string): boolean => /^\s{0,20}stopp?\s{0,20}[.!]{0,5}\s{0,20}$/i.test(text)

/** The post that answers a stop of a cycle that does no work. */
export const postOfIdleStop = (noteId: string, address: string): Post => ({
  key: `stop-${noteId}`,
  kind: 'response',
  body: `No work of this cycle is under way, so nothing was stopped: ${address}`,
})

/** The end of a token, and the time of its renewal: at once if it has a refresh token, since its end is not known. */
export const endsOf = (given: { readonly refresh?: object; readonly tokenExpiresAt?: Date }, now: Date) => ({
  tokenExpiresAt: given.refresh ? null : (given.tokenExpiresAt ?? null),
  nextRenewalAt: given.refresh ? now : null,
})

/** A token that ends then is renewed half-way to its end, so that many attempts fit before it. */
export const renewalOf = (now: Date, expiresInMs: number) => ({
  tokenExpiresAt: new Date(now.getTime() + expiresInMs),
  nextRenewalAt: new Date(now.getTime() + expiresInMs / 2),
})

/** How the conversation below an issue of a code host is called. */
export const issueSessionKey = (codeHostId: string, fullName: string, number: number): string =>
  `${codeHostId} ${fullName}#${number}`.slice(0, 200)

/** The number of the issue in such a name; undefined if it has none. */
export const issueNumber = (sessionKey: string): number | undefined => {
  const digits = /#(\d{1,9})$/.exec(sessionKey)?.[1]
  return digits === undefined ? undefined : Number(digits)
}
