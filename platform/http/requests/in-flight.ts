import { commonErrors } from '../../contract/errors.ts'
import { Refusal } from '../../refusal/refusal.ts'

/** Bytes of large bodies that may be held in memory at one time. */
export interface InFlightLimits {
  readonly processBytes: number
  readonly credentialBytes: number
  /** So long a body waits for its turn. */
  readonly waitMs: number
}

const mebibyte = 2 ** 20
const usualInFlight: InFlightLimits = { processBytes: 256 * mebibyte, credentialBytes: 72 * mebibyte, waitMs: 10_000 }

interface WaitingRequest {
  readonly credential: string
  readonly bytes: number
  readonly start: () => void
}

const retrySeconds = 5

/** Counts bodies in this process's memory. Callers that wait take turns, past callers that wait for own bodies. */
export const openInFlight = (limits: InFlightLimits = usualInFlight) => {
  const held = new Map<string, number>()
  const waiting = new Set<WaitingRequest>()
  let total = 0
  const heldBy = (credential: string) => held.get(credential) ?? 0
  // A single body always fits, for any limit.
  const fitsOwn = ({ credential, bytes }: WaitingRequest) =>
    heldBy(credential) === 0 || heldBy(credential) + bytes <= limits.credentialBytes
  const fits = (one: WaitingRequest) => fitsOwn(one) && (total === 0 || total + one.bytes <= limits.processBytes)

  const count = (credential: string, bytes: number) => {
    total += bytes
    const left = heldBy(credential) + bytes
    if (left > 0) held.set(credential, left)
    else held.delete(credential)
  }
  const admit = () => {
    for (const one of waiting) if (fits(one)) one.start()
  }
  const turn = (credential: string, bytes: number) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(alarm)
        waiting.delete(one)
        count(credential, bytes)
        resolve()
      }
      const one = { credential, bytes, start }
      const alarm = setTimeout(() => {
        waiting.delete(one)
        reject(refusalFor(fitsOwn(one)))
      }, limits.waitMs)
      waiting.add(one)
      admit()
    })
  return {
    /**
     * Waits until so many bytes may be held for this credential, and returns a function that releases them. Ends the
     * request with 429 if the credential's own bodies block it for too long, with 503 if bodies of others do.
     */
    take: async (credential: string, bytes: number): Promise<() => void> => {
      await turn(credential, bytes)
      let isGivenBack = false
      return () => {
        if (isGivenBack) return
        isGivenBack = true
        count(credential, -bytes)
        admit()
      }
    },
  }
}

const refusalFor = (isOthers: boolean) =>
  new Refusal({ ...commonErrors[isOthers ? 'overloaded' : 'tooMuchAtOnce'], retryAfterSeconds: retrySeconds })
