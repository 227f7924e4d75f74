import type { MailMessage } from '../../../../platform/mail/index.ts'

/** A letter about something that has happened to an account. It holds no link. */
export type Notice = Pick<MailMessage, 'subject' | 'kind' | 'paragraphs'>

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
