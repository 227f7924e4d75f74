export const webhooksMost = 20
export const waitingMost = 1_000

export interface EventFilter {
  /** Names such as `task.merged`, or all of a subject as `task.*`; null for every event. */
  readonly eventTypes: readonly string[] | null
  /** Null for the events of every project and of the workspace itself. */
  readonly projectIds: readonly string[] | null
}

export const eventTypePattern = '^[a-z][a-z_]{0,59}\\.(?:[a-z][a-z_]{0,59}|\\*)$'

/** True if an event passes a filter. */
export const isWanted = (
  { eventTypes, projectIds }: EventFilter,
  { name, projectId }: { readonly name: string; readonly projectId: string | null },
): boolean => {
  if (projectIds !== null && (projectId === null || !projectIds.includes(projectId))) return false
  return eventTypes === null || eventTypes.includes(name) || eventTypes.includes(`${name.split('.', 1)[0]!}.*`)
}

// Seconds between an attempt and the next, as Standard Webhooks proposes them: three days and three hours together.
const pausesSeconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
export const attemptsMost = pausesSeconds.length + 1
const daySeconds = 86_400

/**
 * How long a delivery waits after so many failed attempts; undefined when it has failed permanently. `spread`, from 0
 * to 1, moves it by up to a tenth, so that not everything that failed together comes again together.
 */
export const pauseMs = (attempts: number, spread: number, retryAfterSeconds = 0): number | undefined => {
  const pause = pausesSeconds[attempts - 1]
  if (pause === undefined) return undefined
  return Math.round(Math.max(pause * (1 + spread / 10), Math.min(retryAfterSeconds, daySeconds)) * 1_000)
}

const restMostMs = 300_000
const failuresWithoutRest = 2
/**
 * How long a webhook gets no message after so many failed attempts in a row, of any of its deliveries. One failed answer
 * holds up no other message; a receiver that asks for a pause by `Retry-After` gets one at once.
 */
export const restMs = (failures: number, retryAfterSeconds = 0): number => {
  const doublings = retryAfterSeconds > 0 ? failures - 1 : failures - failuresWithoutRest - 1
  return doublings < 0 ? 0 : Math.min(1_000 * 2 ** Math.min(doublings, 20), restMostMs)
}

export const failingDaysMost = 3
const failingMostMs = failingDaysMost * daySeconds * 1_000

/** Why a webhook is switched off after a failed attempt; undefined while it stays on. */
export const reasonToDisable = (
  { failingSince, now }: { readonly failingSince: Date | null; readonly now: Date },
  responseStatus: number | null,
): 'gone' | 'failures' | undefined => {
  if (responseStatus === 410) return 'gone'
  return failingSince && now.getTime() - failingSince.getTime() >= failingMostMs ? 'failures' : undefined
}

/** True if the answer means that the message has arrived. */
export const hasArrived = (responseStatus: number | null): boolean =>
  responseStatus !== null && responseStatus >= 200 && responseStatus <= 299

/** The meaning of an answer other than 2xx, for administrators. */
export const refusedSentence = (responseStatus: number): string =>
  responseStatus >= 300 && responseStatus <= 399
    ? `It answered ${responseStatus}, which leads elsewhere. Redirects are not followed: give the webhook its final address.`
    : `It answered ${responseStatus}. An answer from 200 to 299 says that a message has arrived.`

/** The seconds of a `Retry-After` (RFC 9110, section 10.2.3), a number or a date; 0 for any other. */
export const retryAfterOf = (header: string | undefined, now: Date): number => {
  if (header === undefined) return 0
  if (/^\d{1,9}$/.test(header)) return Number(header)
  // Not every text that a date can be made of is one.
  const until = /^[A-Z][a-z]{2,8}, .{1,40}$/.test(header) ? Date.parse(header) - now.getTime() : Number.NaN
  return Number.isNaN(until) ? 0 : Math.max(0, Math.ceil(until / 1_000))
}

/** The host of an address, which is all that others than administrators see of it: a path may hold a token. */
export const hostOf = (url: string): string => new URL(url).host
