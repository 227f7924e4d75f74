import type { Database } from '../../../../platform/db/database.ts'
import type { Mailer, MailMessage } from '../../../../platform/mail/index.ts'
import { among } from './moment.ts'

const hourMs = 3_600_000

interface Recipient {
  readonly email: string
  readonly name: string
}

/** What is written to people about their own account. */
export interface Letters {
  verify(to: Recipient, token: string): Promise<void>
  resetPassword(to: Recipient, token: string): Promise<void>
  passwordWasReset(to: Recipient): Promise<void>
  addressWasChanged(to: Recipient): Promise<void>
  alreadyThere(to: Recipient): Promise<void>
}

interface LetterParts {
  readonly database: Database
  readonly mailer: Pick<Mailer, 'queueMail' | 'deliver'>
  readonly origin: string
}

/** Letters are queued where the library's own rows are written, and delivered behind the answer, which tells nothing of them. */
export const openLetters = ({ database, mailer, origin }: LetterParts): Letters => {
  const send = async (to: Recipient, letter: Omit<MailMessage, 'to'>) => {
    const message = { ...letter, to: { name: to.name, address: to.email } }
    await among(database, async (tx) => {
      const id = await mailer.queueMail(tx, message)
      tx.afterCommit(() => void mailer.deliver(id).catch(() => undefined))
    })
  }
  const inAnHour = () => ({ expiresAt: new Date(Date.now() + hourMs) })
  return {
    verify: (to, token) =>
      send(to, {
        ...inAnHour(),
        subject: 'Confirm your address',
        kind: 'auth.verify_email',
        paragraphs: [
          `Somebody, you we hope, gave ${to.email} as the address of an Atelier account. Open the link to confirm it.`,
          'The link is good for an hour. If it was not you, do nothing: without it the account cannot be used.',
        ],
        action: { label: 'Confirm this address', url: `${origin}/v1/api/auth/verify-email?token=${token}` },
      }),
    resetPassword: (to, token) =>
      send(to, {
        ...inAnHour(),
        subject: 'Choose a new password',
        kind: 'auth.reset_password',
        paragraphs: [
          'Somebody asked to choose a new password for your Atelier account.',
          'The link is good once, for an hour; all your sessions end when it is used. If it was not you, do nothing.',
        ],
        action: { label: 'Choose a new password', url: `${origin}/reset-password?token=${token}` },
      }),
    passwordWasReset: (to) =>
      send(to, {
        subject: 'Your password was changed',
        kind: 'auth.password_was_reset',
        paragraphs: [
          'The password of your Atelier account was chosen anew by a link from your mail, and all sessions were ended.',
          'If it was not you, somebody reads your mail: secure that first, then ask for a new password yourself.',
        ],
      }),
    addressWasChanged: (to) => send(to, addressWasChanged),
    alreadyThere: (to) =>
      send(to, {
        subject: 'You have an account already',
        kind: 'auth.already_there',
        paragraphs: [
          'Somebody asked for an Atelier account with your address, which has one. Nothing was changed.',
          'If it was you, sign in, or choose a new password on the page where you sign in.',
        ],
      }),
  }
}

const addressWasChanged = {
  subject: 'Your address was changed',
  kind: 'auth.address_was_changed',
  paragraphs: [
    'Your Atelier account has another mail address now, and nothing more about it is sent to this one.',
    'If it was not you, somebody is signed in as you: tell whoever runs this server at once.',
  ],
}
