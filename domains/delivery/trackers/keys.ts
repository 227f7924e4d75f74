import type { LinearRefresh } from '../../../execution/trackers/index.ts'
import { sealedParts } from '../../code/secrets/index.ts'

/** The credential of a tracker, its webhook key (null until it is known), and the last part of the webhook address. */
export interface TrackerKeys {
  readonly token: string
  readonly webhookSecret: string | null
  readonly hookToken: string
  /** By which the token is renewed before it ends; missing without one. */
  readonly refresh?: LinearRefresh
}

export const trackerKeys = sealedParts<TrackerKeys>('tracker')
