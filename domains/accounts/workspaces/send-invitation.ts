import type { Database } from '../../../platform/db/database.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { agencyQuery, mailBrandOf, publishedIdentity } from '../brand/index.ts'
import { findMember } from './store-members.ts'
import { workspaceName } from './store-invitations.ts'
import type { InvitationRow } from './tables.ts'

export interface InvitationParts {
  readonly database: Database
  readonly mailer: Mailer
  /** An address of this server as people open it. */
  readonly linkTo: (path: string) => string
}

interface InvitationLetter {
  readonly invitation: InvitationRow
  readonly invitedBy: string
  readonly token: string
  /** The workspace's name without a published brand. */
  readonly workspace: string
}

/** Runs before the transaction of the invitation, since another role reads the names of workspaces. */
export const nameOf = ({ database }: InvitationParts, workspace: string): Promise<string> =>
  database.identity((tx) => workspaceName(tx, workspace))

/** Queues the mail of an invitation in the transaction that makes its token; returns its link and the mail's id. */
export const queueInvitation = async (
  tx: Transaction,
  { mailer, linkTo }: InvitationParts,
  { invitation: { email, expiresAt, role }, invitedBy, token, workspace }: InvitationLetter,
) => {
  const inviter = await findMember(tx, { userId: invitedBy })
  const brand = await publishedIdentity(tx)
  const from = inviter?.name ?? 'Somebody'
  const name = brand?.name ?? workspace
  // Behind the hash sign no part of the token is sent to a server, or logged there.
  const acceptUrl = linkTo(`/console/join${agencyQuery(brand)}#${token}`)
  const mailId = await mailer.queueMail(tx, {
    to: email,
    kind: 'member.invitation',
    onRequest: true,
    ...memberInvitationText({ from, name, role, email, expiresAt, acceptUrl }),
    brand: brand ? mailBrandOf(brand, linkTo) : { name },
    expiresAt,
  })
  return { acceptUrl, mailId }
}

interface InvitationFacts extends Pick<InvitationRow, 'role' | 'email' | 'expiresAt'> {
  readonly from: string
  readonly name: string
  readonly acceptUrl: string
}

const inWords: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }

/** The words of an invitation into a workspace. */
export const memberInvitationText = ({ from, name, role, email, expiresAt, acceptUrl }: InvitationFacts) => ({
  subject: `${from} invites you to ${name}`,
  paragraphs: [
    `${from} invites you to work with ${name} in Atelier, as ${role === 'admin' ? 'an administrator' : 'a member'}.`,
    `The link works once, until ${expiresAt.toLocaleDateString('en-GB', inWords)}, if you sign in as ${email}. ` +
      'If you did not expect it, you can ignore it.',
  ],
  action: { label: 'Accept the invitation', url: acceptUrl },
})
