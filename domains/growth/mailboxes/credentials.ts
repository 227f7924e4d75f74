import type { MailServers, Tokens } from '../../../execution/mail/index.ts'
import { sealedCredentials, sealedParts } from '../../code/secrets/index.ts'

/** The credentials of a mailbox. It is stored sealed, and deleted when the mailbox is disconnected. */
export type Credentials =
  | { readonly kind: 'password'; readonly servers: MailServers; readonly user: string; readonly password: string }
  | ({ readonly kind: 'oauth' } & Tokens)

export const mailboxCredentials = sealedParts<Credentials>('growth-mailbox')

/** The verifier of a sign-in that began, under its state. */
export const signInVerifier = sealedCredentials('growth-mailbox-connection')
