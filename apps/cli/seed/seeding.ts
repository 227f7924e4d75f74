import type { Client } from '../client/client.ts'
import type { Session } from '../session.ts'

/** The parts of the seed. */
export interface Seeding {
  readonly session: Session
  /** With the key of the owner. */
  readonly client: Client
  /** Data folder of the server, for the letters in its outbox. */
  readonly dataFolder: string
  /** Where the mail servers of the seed listen on loopback. */
  readonly mailPorts: { readonly smtp: number; readonly imap: number }
  /** The day from which dates are counted. */
  readonly now: Date
}

const dayMs = 24 * 60 * 60_000

/** Returns the time shifted by a number of days. */
export const daysAfter = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMs)

/** Only the day, as `2026-03-04`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)
