import type { Database } from '../../../../platform/db/database.ts'
import type { Transaction } from '../../../../platform/db/transaction.ts'
import { queueAndDeliver, type Mailer, type MailLanguage, type MailMessage } from '../../../../platform/mail/index.ts'
import { languageOfAddress, preferencesOf } from '../store-me.ts'
import { inLibraryTransaction } from './sign-in-request.ts'

const hourMs = 3_600_000

export interface Recipient {
  readonly email: string
  readonly name: string
  /** The account, if it is known; its letter may go to another address. */
  readonly id?: string
}

/** Mails to people about their own account. */
export interface AccountMail {
  confirmSignUp(to: Recipient, token: string): Promise<void>
  confirmNewAddress(to: Recipient, token: string): Promise<void>
  resetPassword(to: Recipient, token: string): Promise<void>
  alreadyThere(to: Recipient): Promise<void>
  /** Notifies the person of a change to the account, in the transaction of the change. */
  notify(to: Recipient, notice: NoticeIn): Promise<void>
}

interface AccountMailParts {
  readonly database: Database
  readonly mailer: Pick<Mailer, 'queueMail' | 'deliver'>
  readonly origin: string
}

/**
 * Letters are queued in the transaction of the library's own rows, in the language that the account has chosen for the
 * console. A token is behind `#`: no server's log has it.
 */
export const openAccountMail = ({ database, mailer, origin }: AccountMailParts): AccountMail => {
  const notify = async (to: Recipient, noticeIn: NoticeIn) => {
    await inLibraryTransaction(database, async (tx) => {
      const language = (await languageOf(tx, to)) ?? 'en'
      await queueAndDeliver(mailer, tx, { ...noticeIn(language), language, to: { name: to.name, address: to.email } })
    })
  }
  const send = (to: Recipient, kind: string, { action, ...texts }: LinkedTexts, path: string) =>
    notify(to, (language) => ({
      ...textIn(kind, texts)(language),
      action: { label: action[language], url: `${origin}/console/${path}` },
      onRequest: true,
      ...(path.includes('#') && { expiresAt: new Date(Date.now() + hourMs) }),
    }))
  return {
    confirmSignUp: (to, token) => send(to, 'auth.verify_email', confirmSignUp(to.email), `verify-email#${token}`),
    confirmNewAddress: (to, token) =>
      send(to, 'auth.change_email', confirmNewAddress(to.email), `verify-email#${token}`),
    resetPassword: (to, token) => send(to, 'auth.reset_password', resetPassword, `reset-password#${token}`),
    alreadyThere: (to) => send(to, 'auth.already_there', alreadyThere, 'sign-in'),
    notify,
  }
}

const languageOf = async (tx: Transaction, { id, email }: Recipient) =>
  id === undefined ? languageOfAddress(tx, email) : (await preferencesOf(tx, id)).language

/** A letter in the language of its reader. */
export type NoticeIn = (language: MailLanguage) => Omit<MailMessage, 'to'>

type Texts = Readonly<Record<MailLanguage, readonly [subject: string, ...paragraphs: string[]]>>
/** Texts with the label of a link, which the server adds. */
type LinkedTexts = Texts & { readonly action: Readonly<Record<MailLanguage, string>> }

const textIn =
  (kind: string, texts: Texts): NoticeIn =>
  (language) => {
    const [subject, ...paragraphs] = texts[language]
    return { kind, subject, paragraphs }
  }

const confirmSignUp = (email: string): LinkedTexts => ({
  en: [
    'Confirm your address',
    `You signed up for Atelier with the address ${email}.`,
    'Open the link within an hour to confirm the address. It asks for the password that was chosen, or for a new one.',
    'If it was not you, ignore this message: there is no account without your confirmation.',
  ],
  de: [
    'Bestätigen Sie Ihre Adresse',
    `Sie haben sich mit der Adresse ${email} bei Atelier registriert.`,
    'Öffnen Sie innerhalb einer Stunde den Link, um die Adresse zu bestätigen. Er fragt nach dem gewählten Passwort oder nach einem neuen.',
    'Wenn Sie das nicht waren, ist nichts zu tun: Ohne Ihre Bestätigung entsteht kein Konto.',
  ],
  action: { en: 'Confirm this address', de: 'Adresse bestätigen' },
})

const confirmNewAddress = (email: string): LinkedTexts => ({
  en: [
    'Confirm your address',
    `You asked to use ${email} for your Atelier account, which has another address now.`,
    'Open the link within an hour, in the browser in which you are signed in. If it was not you, ignore this message.',
  ],
  de: [
    'Bestätigen Sie Ihre Adresse',
    `Sie möchten ${email} für Ihr Konto bei Atelier verwenden, das jetzt eine andere Adresse hat.`,
    'Öffnen Sie innerhalb einer Stunde den Link, in dem Browser, in dem Sie angemeldet sind. Wenn Sie das nicht waren, ist nichts zu tun.',
  ],
  action: { en: 'Use this address', de: 'Diese Adresse verwenden' },
})

const resetPassword: LinkedTexts = {
  en: [
    'Choose a new password',
    'You asked for a new password for your Atelier account.',
    'The link works once, within an hour. Using it ends all your sessions and removes all your passkeys.',
    'If it was not you, ignore this message: your password stays as it is.',
  ],
  de: [
    'Wählen Sie ein neues Passwort',
    'Sie haben um ein neues Passwort für Ihr Konto bei Atelier gebeten.',
    'Der Link gilt einmal, eine Stunde lang. Er beendet alle Ihre Sitzungen und entfernt alle Ihre Passkeys.',
    'Wenn Sie das nicht waren, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.',
  ],
  action: { en: 'Choose a new password', de: 'Neues Passwort wählen' },
}

const alreadyThere: LinkedTexts = {
  en: [
    'You have an account already',
    'Someone asked for an Atelier account with your address, which has one. Nothing was changed.',
    'If it was you, sign in, or choose a new password on the page where you sign in.',
  ],
  de: [
    'Sie haben schon ein Konto',
    'Jemand wollte mit Ihrer Adresse ein Konto bei Atelier anlegen, aber es gibt schon eines. Es wurde nichts geändert.',
    'Wenn Sie das waren, melden Sie sich an oder wählen Sie auf der Anmeldeseite ein neues Passwort.',
  ],
  action: { en: 'Sign in', de: 'Anmelden' },
}

// Letters about something that has happened to an account hold no link.
const otherwise = {
  en: 'If it was not you, choose a new password at once, by “Forgot password”: that ends all sessions and removes all passkeys.',
  de: 'Wenn Sie das nicht waren, wählen Sie über „Passwort vergessen“ sofort ein neues Passwort. Das beendet alle Sitzungen und entfernt alle Passkeys.',
}

export const passwordWasChanged = textIn('auth.password_was_changed', {
  en: [
    'Your password was changed',
    'The password of your Atelier account was changed, and your other sessions were ended.',
    otherwise.en,
  ],
  de: [
    'Ihr Passwort wurde geändert',
    'Das Passwort Ihres Kontos bei Atelier wurde geändert, und Ihre anderen Sitzungen wurden beendet.',
    otherwise.de,
  ],
})

const several = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`)

/** The passkeys that a reset removed, and the keys that it left. */
export const passwordWasReset = (passkeys: number, keys: readonly string[]) =>
  textIn('auth.password_was_reset', {
    en: [
      'Your password was changed',
      'A new password was chosen for your Atelier account, by a link from your mail. All your sessions were ended' +
        (passkeys === 0 ? '.' : `, and ${several(passkeys, 'passkey')} removed: add them again where you need them.`),
      ...(keys.length === 0
        ? []
        : [`Your API keys still work: ${keys.join(', ')}. Sign in and revoke each that you do not know.`]),
      'If it was not you, someone reads your mail: secure your mailbox first, then choose a new password yourself.',
    ],
    de: [
      'Ihr Passwort wurde geändert',
      'Für Ihr Konto bei Atelier wurde über einen Link aus einer E-Mail ein neues Passwort gewählt. Alle Ihre Sitzungen wurden beendet' +
        (passkeys === 0
          ? '.'
          : ` und ${several(passkeys, 'Passkey')} entfernt: Fügen Sie sie wieder hinzu, wo Sie sie brauchen.`),
      ...(keys.length === 0
        ? []
        : [
            `Ihre API-Schlüssel gelten weiter: ${keys.join(', ')}. Melden Sie sich an, und widerrufen Sie jeden, den Sie nicht kennen.`,
          ]),
      'Wenn Sie das nicht waren, hat jemand Zugriff auf Ihr Postfach. Sichern Sie es zuerst und wählen Sie dann selbst ein neues Passwort.',
    ],
  })

export const passkeyWasAdded = (name: string | undefined) =>
  textIn('auth.passkey_was_added', {
    en: [
      'A passkey was added',
      `A passkey${name === undefined ? '' : ` named “${name}”`} was added to your Atelier account. It signs in without your password.`,
      otherwise.en,
    ],
    de: [
      'Ein Passkey kam hinzu',
      `Zu Ihrem Konto bei Atelier kam ein Passkey${name === undefined ? '' : ` namens „${name}“`} hinzu. Damit ist eine Anmeldung ohne Passwort möglich.`,
      otherwise.de,
    ],
  })

export const addressWasChanged = textIn('auth.address_was_changed', {
  en: [
    'Your address was changed',
    'Your Atelier account has another mail address now, and nothing more about it is sent to this one.',
    'If it was not you, someone is signed in as you: tell the operator of this server at once.',
  ],
  de: [
    'Ihre Adresse wurde geändert',
    'Ihr Konto bei Atelier hat jetzt eine andere E-Mail-Adresse; an diese wird nichts mehr gesendet.',
    'Wenn Sie das nicht waren, ist jemand als Sie angemeldet: Sagen Sie es sofort dem Betreiber dieses Servers.',
  ],
})
