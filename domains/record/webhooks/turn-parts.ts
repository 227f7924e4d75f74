import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Fetcher } from '../../../platform/fetch/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'

export interface WebhookParts {
  readonly database: Database
  readonly vault: Vault
  readonly fetcher: Fetcher
  readonly mailer: Pick<Mailer, 'queueMail' | 'deliver'>
  /** An address of this server as people open it. */
  readonly linkTo: (path: string) => string
  /** Deliveries that wait for one webhook at a time; 1,000. Further events wait in the event log, which loses none. */
  readonly waitingMost?: number
}

export interface WebhookTurn extends WebhookParts {
  readonly waitingMost: number
  readonly id: string
  readonly holder: string
  readonly leaseMs: number
  readonly within: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
}
