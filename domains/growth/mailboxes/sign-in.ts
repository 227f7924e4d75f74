import { setTimeout as wait } from 'node:timers/promises'
import {
  MailFailure,
  serversOf,
  type MailServers,
  type OAuthProvider,
  type SignIn,
  type Tokens,
  type Mail,
  type MailTexts,
} from '../../../execution/mail/index.ts'
import { claimRefresh, endRefresh, findMailbox, saveRefreshed } from './store.ts'
import type { MailboxRow } from './tables.ts'
import { sealedCredentials, sealedParts } from '../../code/secrets/index.ts'
import type { Vault } from '../../../platform/crypto/index.ts'
import type { Database } from '../../../platform/db/database.ts'

const refreshMs = 20_000
const retryMs = 250
// A token that ends while a mail is handed over is of no use.
const marginMs = 60_000

/**
 * The servers of a mailbox and its credentials, with a new token if the old one ends. One process fetches it; the
 * others wait for the stored token. Throws a MailFailure.
 */
export const openMailbox = async (
  parts: MailboxParts,
  workspace: string,
  mailboxId: string,
  signal: AbortSignal,
): Promise<{ readonly mailbox: MailboxRow; readonly servers: MailServers; readonly signIn: SignIn }> => {
  const giveUpAt = Date.now() + refreshMs * 2
  while (Date.now() < giveUpAt) {
    const found = await readMailbox(parts, workspace, mailboxId)
    const { mailbox, credentials } = found
    if (credentials.kind === 'password') {
      const { servers, user, password } = credentials
      return { mailbox, servers, signIn: { user, password } }
    }
    const provider = mailbox.provider as OAuthProvider
    if (Date.parse(credentials.accessUntil) - marginMs > Date.now()) {
      const signIn = { user: mailbox.address, accessToken: credentials.accessToken }
      return { mailbox, servers: serversOf(provider), signIn }
    }
    const isMine = await refresh(parts, workspace, mailbox, credentials, signal)
    if (!isMine) await wait(retryMs, undefined, { signal })
  }
  throw new MailFailure('unavailable', 'The provider gave no new token in time.')
}

const readMailbox = ({ database, vault }: MailboxParts, workspace: string, mailboxId: string) =>
  database.reading(workspace, async (tx) => {
    const mailbox = await findMailbox(tx, { id: mailboxId })
    const credentials = mailbox && (await mailboxCredentials.open(tx, vault, mailbox.id, mailbox))
    if (!mailbox || !credentials) throw new MailFailure('sign_in', 'The mailbox is disconnected.')
    return { mailbox, credentials }
  })

/** True if it was this process that fetched the token. */
const refresh = async (
  { database, vault, mail }: MailboxParts,
  workspace: string,
  { id, provider, ciphertext }: MailboxRow,
  { refreshToken }: Extract<Credentials, { kind: 'oauth' }>,
  signal: AbortSignal,
): Promise<boolean> => {
  const now = new Date()
  const until = new Date(now.getTime() + refreshMs)
  if (!(await database.within(workspace, (tx) => claimRefresh(tx, { id, ciphertext: ciphertext!, now, until }))))
    return false
  try {
    const tokens = await mail.oauth.refresh(provider as OAuthProvider, refreshToken, now, signal)
    await database.within(workspace, async (tx) =>
      saveRefreshed(tx, { id, until, ...(await mailboxCredentials.seal(tx, vault, id, { kind: 'oauth', ...tokens })) }),
    )
    return true
  } catch (error) {
    await database.within(workspace, (tx) => endRefresh(tx, { id, until }))
    throw error
  }
}

/** The credentials of a mailbox. It is stored sealed, and deleted when the mailbox is disconnected. */
export type Credentials =
  | { readonly kind: 'password'; readonly servers: MailServers; readonly user: string; readonly password: string }
  | ({ readonly kind: 'oauth' } & Tokens)

export const mailboxCredentials = sealedParts<Credentials>('growth-mailbox')

/** The verifier of a sign-in that began, under its state. */
export const signInVerifier = sealedCredentials('growth-mailbox-connection')

/** The parts of sending and reading. */
export interface MailboxParts {
  readonly database: Database
  readonly vault: Vault
  readonly mail: Mail
}

/** The parts of operations. */
export interface MailboxOperationParts extends MailboxParts {
  readonly mailTexts: MailTexts
  readonly linkTo: (path: string) => string
}

/** The page that the providers send people back to. */
export const redirectPath = '/console/growth/mailboxes/connected'
