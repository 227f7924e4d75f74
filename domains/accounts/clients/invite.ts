import { v7 as uuidv7 } from 'uuid'
import { newLinkToken } from '../../../platform/crypto/index.ts'
import { normalEmail } from '../../../platform/contract/index.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { agencyQuery, mailBrandOf, type PublishedIdentity } from '../brand/index.ts'
import type { Context } from '../../../platform/handler/index.ts'
import type { inviteWorkspacePortalClient } from './contract/portals.ts'
import { openPortal } from './present-portal.ts'
import { grantFaults, type ProjectGrant } from './rules.ts'
import { newLetterProof, insertLetterProof } from './store-letter-proof.ts'
import { areShareable, replaceInvitation } from './store-portals.ts'
import { personOfAddress } from './store-people.ts'

/** Dependencies of invitations into the client portal. */
export interface InviteParts {
  readonly mailer: Mailer
  /** An address of this server as the invited person sees it. */
  readonly linkTo: (path: string) => string
}

interface Invitee {
  /** Undefined for the agency as a whole. */
  readonly account?: { readonly id: string; readonly name: string }
  readonly email: string
  readonly canCreateProjects: boolean | null
  readonly projectGrants: readonly ProjectGrant[]
  readonly invitedBy: string
  readonly now: Date
}

/** Writes an invitation, or refuses it: without an account, it is an invitation to the agency's portal itself. */
export const inviteToPortal = async (
  tx: Transaction,
  parts: InviteParts,
  { absent, fail, invalid }: Pick<Context<typeof inviteWorkspacePortalClient>, 'absent' | 'fail' | 'invalid'>,
  invitee: Invitee,
) => {
  const { email, projectGrants, account } = invitee
  const accountId = account?.id ?? null
  const faults = grantFaults(projectGrants)
  if (faults.length > 0) return invalid(faults)
  if (!(await areShareable(tx, projectGrants, accountId))) return absent()
  const brand = (await openPortal(tx)) ?? fail.portalClosed()
  const status = await inviteeStatus(tx, email, accountId)
  return status === 'free' ? writeInvitation(tx, parts, brand, invitee) : fail[status]()
}

const inviteeStatus = async (tx: Transaction, email: string, accountId: string | null) => {
  const person = await personOfAddress(tx, { emailNormal: normalEmail(email), accountId })
  if (!person) return 'free'
  if (person.role !== 'client') return 'alreadyMember'
  return (accountId === null ? person.isPortalClient : person.hasSeat) ? 'alreadyClient' : 'free'
}

/**
 * Inserts the invitation and queues its mail. Only the answer and the mail contain its link: the database has hashes of
 * the tokens. The link in the mail has a second token, which signs in a person without an account as the addressee.
 */
const writeInvitation = async (
  tx: Transaction,
  { mailer, linkTo }: InviteParts,
  brand: PublishedIdentity,
  invitee: Invitee,
) => {
  const { token, tokenHash } = newLinkToken()
  const { account, email, canCreateProjects, projectGrants, invitedBy, now } = invitee
  const emailNormal = normalEmail(email)
  const { invitation, replaced } = await replaceInvitation(tx, {
    id: uuidv7(),
    clientAccountId: account?.id ?? null,
    email,
    emailNormal,
    canCreateProjects,
    projectGrants,
    tokenHash,
    createdAt: now,
    createdBy: invitedBy,
  })
  const proof = newLetterProof(emailNormal)
  await insertLetterProof(tx, { id: invitation.id, tokenHash: proof.hash })
  const acceptUrl = linkTo(`/console/join-portal${agencyQuery(brand)}#${token}`)
  const mailId = await mailer.queueMail(tx, {
    to: email,
    kind: 'portal.invitation',
    onRequest: true,
    ...portalInvitationText({
      agency: brand.name,
      client: account?.name,
      email,
      expiresAt: invitation.expiresAt,
      url: `${acceptUrl}.${proof.token}`,
    }),
    brand: mailBrandOf(brand, linkTo),
    expiresAt: invitation.expiresAt,
  })
  return { invitation, replaced, acceptUrl, mailId }
}

const dateStyle: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }

/** Returns the mail that invites into a client portal; `client` is undefined for the agency as a whole. */
export const portalInvitationText = ({
  agency,
  client,
  email,
  expiresAt,
  url,
}: Readonly<Record<'agency' | 'email' | 'url', string>> & { client: string | undefined; expiresAt: Date }) => ({
  subject: `${agency} invites you to its client portal`,
  paragraphs: [
    client === undefined
      ? `${agency} invites you to its client portal.`
      : `${agency} has opened its client portal for ${client} and invites you in.`,
    'There you see how your projects are going, look at what is finished, and answer questions.',
    `The link works once, until ${expiresAt.toLocaleDateString('en-GB', dateStyle)}, for ${email} alone. Please do not forward it.`,
  ],
  action: { label: 'Open the portal', url },
})
