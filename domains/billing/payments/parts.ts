import type { Payments } from '../../../execution/payments/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Mailer } from '../../../platform/mail/index.ts'

export interface PaymentParts {
  readonly database: Database
  readonly vault: Vault
  readonly payments: Payments
  readonly mailer: Pick<Mailer, 'queueMail' | 'deliver'>
  /** The whole address of a path of this server. */
  readonly linkTo: (path: string) => string
}
