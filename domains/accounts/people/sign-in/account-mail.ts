import type { Database } from '../../../../platform/db/database.ts'
import { queueAndDeliver, type Mailer, type MailMessage } from '../../../../platform/mail/index.ts'
import { inLibraryTransaction } from './sign-in-request.ts'

const hourMs = 3_600_000

export interface Recipient {
  readonly email: string
  readonly name: string
}

/** Mails to people about their own account. */
export interface AccountMail {
  confirmSignUp(to: Recipient, token: string): Promise<void>
  confirmNewAddress(to: Recipient, token: string): Promise<void>
  resetPassword(to: Recipient, token: string): Promise<void>
  alreadyThere(to: Recipient): Promise<void>
  /** Notifies the person of a change to the account, in the transaction of the change. */
  notify(to: Recipient, notice: Notice): Promise<void>
}

interface AccountMailParts {
  readonly database: Database
  readonly mailer: Pick<Mailer, 'queueMail' | 'deliver'>
  readonly origin: string
}

/** Letters are queued in the transaction of the library's own rows. A token is behind `#`: no server's log has it. */
export const openAccountMail = ({ database, mailer, origin }: AccountMailParts): AccountMail => {
  const send = async (to: Recipient, letter: Omit<MailMessage, 'to'>) => {
    await inLibraryTransaction(database, (tx) =>
      queueAndDeliver(mailer, tx, { ...letter, to: { name: to.name, address: to.email } }),
    )
  }
  const inAnHour = () => ({ expiresAt: new Date(Date.now() + hourMs) })
  return {
    confirmSignUp: (to, token) =>
      send(to, {
        ...inAnHour(),
        subject: 'Confirm your address',
        kind: 'auth.verify_email',
        onRequest: true,
        paragraphs: [
          `You signed up for Atelier with the address ${to.email}.`,
          'Open the link within an hour to confirm the address. It asks for the password that was chosen, or for a new one.',
          'If it was not you, ignore this message: there is no account without your confirmation.',
        ],
        action: { label: 'Confirm this address', url: `${origin}/console/verify-email#${token}` },
      }),
    confirmNewAddress: (to, token) =>
      send(to, {
        ...inAnHour(),
        subject: 'Confirm your address',
        kind: 'auth.change_email',
        onRequest: true,
        paragraphs: [
          `You asked to use ${to.email} for your Atelier account, which has another address now.`,
          'Open the link within an hour, in the browser in which you are signed in. If it was not you, ignore this message.',
        ],
        action: { label: 'Use this address', url: `${origin}/console/verify-email#${token}` },
      }),
    resetPassword: (to, token) =>
      send(to, {
        ...inAnHour(),
        subject: 'Choose a new password',
        kind: 'auth.reset_password',
        onRequest: true,
        paragraphs: [
          'You asked for a new password for your Atelier account.',
          'The link works once, within an hour. Using it ends all your sessions and removes all your passkeys.',
          'If it was not you, ignore this message: your password stays as it is.',
        ],
        action: { label: 'Choose a new password', url: `${origin}/console/reset-password#${token}` },
      }),
    alreadyThere: (to) =>
      send(to, {
        subject: 'You have an account already',
        kind: 'auth.already_there',
        onRequest: true,
        paragraphs: [
          'Someone asked for an Atelier account with your address, which has one. Nothing was changed.',
          'If it was you, sign in, or choose a new password on the page where you sign in.',
        ],
        action: { label: 'Sign in', url: `${origin}/console/sign-in` },
      }),
    notify: send,
  }
}

/** A letter about something that has happened to an account. It holds no link. */
type Notice = Pick<MailMessage, 'subject' | 'kind' | 'paragraphs'>

const otherwise =
  'If it was not you, choose a new password at once, by “Forgot password”: that ends all sessions and removes all passkeys.'

export const passwordWasChanged: Notice = {
  subject: 'Your password was changed',
  kind: 'auth.password_was_changed',
  paragraphs: ['The password of your Atelier account was changed, and your other sessions were ended.', otherwise],
}

const several = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`)

/** The passkeys that a reset removed, and the keys that it left. */
export const passwordWasReset = (passkeys: number, keys: readonly string[]): Notice => ({
  subject: 'Your password was changed',
  kind: 'auth.password_was_reset',
  paragraphs: [
    'A new password was chosen for your Atelier account, by a link from your mail. All your sessions were ended' +
      (passkeys === 0 ? '.' : `, and ${several(passkeys, 'passkey')} removed: add them again where you need them.`),
    ...(keys.length === 0
      ? []
      : [`Your API keys still work: ${keys.join(', ')}. Sign in and revoke each that you do not know.`]),
    'If it was not you, someone reads your mail: secure your mailbox first, then choose a new password yourself.',
  ],
})

export const passkeyWasAdded = (name: string | undefined): Notice => ({
  subject: 'A passkey was added',
  kind: 'auth.passkey_was_added',
  paragraphs: [
    `A passkey${name === undefined ? '' : ` named “${name}”`} was added to your Atelier account. It signs in without your password.`,
    otherwise,
  ],
})

export const addressWasChanged: Notice = {
  subject: 'Your address was changed',
  kind: 'auth.address_was_changed',
  paragraphs: [
    'Your Atelier account has another mail address now, and nothing more about it is sent to this one.',
    'If it was not you, someone is signed in as you: tell the operator of this server at once.',
  ],
}
