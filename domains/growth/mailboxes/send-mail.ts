import { composeMail, MailFailure, type OutgoingMail, type SendOutcome } from '../../../execution/mail/index.ts'
import { RootKeyMissing, VaultUnavailable } from '../../../platform/crypto/index.ts'
import { type MailboxParts, openMailbox } from './sign-in.ts'
import { recordFailing } from './handlers.ts'

const withinMs = 90_000

/** Sends one mail from a mailbox, outside of transactions. A server that refuses the sign-in marks it as failing. */
export const sendMail = async (
  parts: MailboxParts,
  workspace: string,
  mailboxId: string,
  mail: OutgoingMail,
): Promise<SendOutcome> => {
  const outcome = await handOver(parts, workspace, mailboxId, mail, AbortSignal.timeout(withinMs))
  if (outcome.kind === 'unavailable' && outcome.isSignIn)
    await recordFailing(parts, workspace, mailboxId, outcome.reason)
  return outcome
}

const handOver = async (
  parts: MailboxParts,
  workspace: string,
  mailboxId: string,
  mail: OutgoingMail,
  signal: AbortSignal,
): Promise<SendOutcome> => {
  try {
    const { mailbox, servers, signIn } = await openMailbox(parts, workspace, mailboxId, signal)
    const { address, displayName, status } = mailbox
    if (status !== 'connected') return { kind: 'unavailable', reason: `The mailbox is ${status}.` }
    const from = displayName === null ? { address } : { name: displayName, address }
    const content = await composeMail(mail, from, new Date())
    const envelope = { from: address, to: mail.to }
    return await parts.mail.send({ server: servers.smtp, signIn, envelope, content }, signal)
  } catch (error) {
    if (error instanceof MailFailure)
      return { kind: 'unavailable', reason: error.message, isSignIn: error.reason === 'sign_in' }
    if (error instanceof VaultUnavailable || error instanceof RootKeyMissing)
      return { kind: 'unavailable', reason: error.message }
    throw error
  }
}
