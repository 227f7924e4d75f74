import { setTimeout as pause } from 'node:timers/promises'
import { checkTimeout } from '../../../domains/code/uploads/contract.ts'
import { moreSandboxes, sandboxesInUse, sandboxUseSentence, type SandboxUse } from '../../../platform/contract/index.ts'
import { Failure } from '../failure.ts'
import type { Session } from '../session.ts'
import { wasCut } from './refusal.ts'

export interface ServerWait {
  /** How long to wait for the server altogether; by default ten minutes. */
  readonly mostMs?: number
  /** Between two attempts; by default the server's own pause. */
  readonly everyMs?: number | undefined
}

export const usualWaitMs = 10 * 60_000
export const longWaitMs = 60 * 60_000

/** The limit of retries while a server restarts. */
const awayMostMs = 60_000
const awayEveryMs = 1_000
// A proxy in front of the server may answer instead.
const awayCodes: readonly string[] = ['not_reached', 'not_atelier']

/** Retries a call that may happen twice while its server restarts or is cut off, for a minute. */
export const retryWhileAway = async <T>(
  { output, signal }: Pick<Session, 'output' | 'signal'>,
  call: () => Promise<T>,
  everyMs = awayEveryMs,
): Promise<T> => {
  // A shorter pause, as in tests, counts as the usual one, so that the retries end.
  const countedMs = Math.max(everyMs, awayEveryMs)
  for (let waitedMs = 0; ; waitedMs += countedMs) {
    try {
      return await call()
    } catch (error) {
      const isAway = error instanceof Failure && awayCodes.includes(error.code)
      if (!isAway || waitedMs >= awayMostMs) throw error
      if (waitedMs === 0) output.say('The connection was cut. Asking again …')
      await pause(everyMs, undefined, { signal })
    }
  }
}

/**
 * Creates a resource that the server identifies by a key from its content, so that a retry is safe. Fails at once if
 * the server could not be reached at first.
 */
export const retryIfCut = async <T>(
  session: Pick<Session, 'output' | 'signal'>,
  call: () => Promise<T>,
  everyMs?: number,
): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    if (!wasCut(error)) throw error
    return retryWhileAway(session, call, everyMs)
  }
}

/** Repeats a call while the server has no free sandbox or is too busy, with a line about it each minute. */
export const retryWhileBusy = async <T>(
  { output, signal }: Pick<Session, 'output' | 'signal'>,
  call: () => Promise<T>,
  { mostMs = usualWaitMs, everyMs }: ServerWait = {},
): Promise<T> => {
  let waitedMs = 0
  let reportedMs = -Infinity
  for (;;) {
    try {
      return await retryWhileAway({ output, signal }, call, everyMs)
    } catch (error) {
      const usual = retryMsAfter(error)
      if (usual === undefined || waitedMs >= mostMs) throw error
      if (waitedMs - reportedMs >= 60_000) {
        output.say(sentenceOf(error as Failure, waitedMs, mostMs))
        reportedMs = waitedMs
      }
      await pause(everyMs ?? usual, undefined, { signal })
      waitedMs += usual
    }
  }
}

const temporaryErrors = [sandboxesInUse, checkTimeout]

/** The pause that the server asks for before a retry; undefined for a permanent error. */
const retryMsAfter = (error: unknown): number | undefined => {
  if (!(error instanceof Failure)) return undefined
  const found = temporaryErrors.find(({ code }) => code === error.code)
  return found === undefined ? undefined : found.retryAfterSeconds * 1_000
}

const sentenceOf = ({ code, details }: Failure, waitedMs: number, mostMs: number) => {
  const minutes = (ms: number) => Math.round(ms / 60_000)
  const reason = code === sandboxesInUse.code ? sandboxReason(details) : 'The server is busy.'
  return waitedMs === 0
    ? `${reason} Waiting for up to ${minutes(mostMs)} minutes …`
    : `${reason} Still waiting: ${minutes(waitedMs)} of ${minutes(mostMs)} minutes …`
}

const noneFree = 'No sandbox is free on the server'

/** An older server does not report who uses its sandboxes; a newer one reports all of `SandboxUse` with `runs`. */
const sandboxReason = (details: Failure['details']) =>
  typeof details.runs === 'number'
    ? `${noneFree}: ${sandboxUseSentence(details as unknown as SandboxUse)} The next one that is free is taken; requests stand in no line. ${moreSandboxes}`
    : `${noneFree}.`
