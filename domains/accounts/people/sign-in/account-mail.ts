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
  const send = async (to: Recipient, letterIn: (language: MailLanguage) => Omit<MailMessage, 'to'>) => {
    await inLibraryTransaction(database, async (tx) => {
      const language = (await languageOf(tx, to)) ?? 'en'
      await queueAndDeliver(mailer, tx, {
        ...letterIn(language),
        language,
        to: { name: to.name, address: to.email },
      })
    })
  }
  const inAnHour = () => ({ expiresAt: new Date(Date.now() + hourMs), onRequest: true }) as const
  return {
    confirmSignUp: (to, token) =>
      send(to, (language) => ({
        ...inAnHour(),
        kind: 'auth.verify_email',
        ...letters[language].confirmSignUp(to.email, `${origin}/console/verify-email#${token}`),
      })),
    confirmNewAddress: (to, token) =>
      send(to, (language) => ({
        ...inAnHour(),
        kind: 'auth.change_email',
        ...letters[language].confirmNewAddress(to.email, `${origin}/console/verify-email#${token}`),
      })),
    resetPassword: (to, token) =>
      send(to, (language) => ({
        ...inAnHour(),
        kind: 'auth.reset_password',
        ...letters[language].resetPassword(`${origin}/console/reset-password#${token}`),
      })),
    alreadyThere: (to) =>
      send(to, (language) => ({
        kind: 'auth.already_there',
        onRequest: true,
        ...letters[language].alreadyThere(`${origin}/console/sign-in`),
      })),
    notify: send,
  }
}

const languageOf = async (tx: Transaction, { id, email }: Recipient) =>
  id === undefined ? languageOfAddress(tx, email) : (await preferencesOf(tx, id)).language

type Words = Pick<MailMessage, 'subject' | 'paragraphs' | 'action'>

interface Letters {
  readonly confirmSignUp: (email: string, url: string) => Words
  readonly confirmNewAddress: (email: string, url: string) => Words
  readonly resetPassword: (url: string) => Words
  readonly alreadyThere: (url: string) => Words
}

const letters: Readonly<Record<MailLanguage, Letters>> = {
  en: {
    confirmSignUp: (email, url) => ({
      subject: 'Confirm your address',
      paragraphs: [
        `You signed up for Atelier with the address ${email}.`,
        'Open the link within an hour to confirm the address. It asks for the password that was chosen, or for a new one.',
        'If it was not you, ignore this message: there is no account without your confirmation.',
      ],
      action: { label: 'Confirm this address', url },
    }),
    confirmNewAddress: (email, url) => ({
      subject: 'Confirm your address',
      paragraphs: [
        `You asked to use ${email} for your Atelier account, which has another address now.`,
        'Open the link within an hour, in the browser in which you are signed in. If it was not you, ignore this message.',
      ],
      action: { label: 'Use this address', url },
    }),
    resetPassword: (url) => ({
      subject: 'Choose a new password',
      paragraphs: [
        'You asked for a new password for your Atelier account.',
        'The link works once, within an hour. Using it ends all your sessions and removes all your passkeys.',
        'If it was not you, ignore this message: your password stays as it is.',
      ],
      action: { label: 'Choose a new password', url },
    }),
    alreadyThere: (url) => ({
      subject: 'You have an account already',
      paragraphs: [
        'Someone asked for an Atelier account with your address, which has one. Nothing was changed.',
        'If it was you, sign in, or choose a new password on the page where you sign in.',
      ],
      action: { label: 'Sign in', url },
    }),
  },
  de: {
    confirmSignUp: (email, url) => ({
      subject: 'Bestätigen Sie Ihre Adresse',
      paragraphs: [
        `Sie haben sich mit der Adresse ${email} bei Atelier registriert.`,
        'Öffnen Sie innerhalb einer Stunde den Link, um die Adresse zu bestätigen. Er fragt nach dem gewählten Passwort oder nach einem neuen.',
        'Wenn Sie das nicht waren, ist nichts zu tun: Ohne Ihre Bestätigung entsteht kein Konto.',
      ],
      action: { label: 'Adresse bestätigen', url },
    }),
    confirmNewAddress: (email, url) => ({
      subject: 'Bestätigen Sie Ihre Adresse',
      paragraphs: [
        `Sie möchten ${email} für Ihr Konto bei Atelier verwenden, das jetzt eine andere Adresse hat.`,
        'Öffnen Sie innerhalb einer Stunde den Link, in dem Browser, in dem Sie angemeldet sind. Wenn Sie das nicht waren, ist nichts zu tun.',
      ],
      action: { label: 'Diese Adresse verwenden', url },
    }),
    resetPassword: (url) => ({
      subject: 'Wählen Sie ein neues Passwort',
      paragraphs: [
        'Sie haben um ein neues Passwort für Ihr Konto bei Atelier gebeten.',
        'Der Link gilt einmal, eine Stunde lang. Er beendet alle Ihre Sitzungen und entfernt alle Ihre Passkeys.',
        'Wenn Sie das nicht waren, ist nichts zu tun: Ihr Passwort bleibt, wie es ist.',
      ],
      action: { label: 'Neues Passwort wählen', url },
    }),
    alreadyThere: (url) => ({
      subject: 'Sie haben schon ein Konto',
      paragraphs: [
        'Jemand wollte mit Ihrer Adresse ein Konto bei Atelier anlegen, aber es gibt schon eines. Es wurde nichts geändert.',
        'Wenn Sie das waren, melden Sie sich an oder wählen Sie auf der Anmeldeseite ein neues Passwort.',
      ],
      action: { label: 'Anmelden', url },
    }),
  },
}

/** A letter about something that has happened to an account. It holds no link. */
type Notice = Pick<MailMessage, 'subject' | 'kind' | 'paragraphs'>
/** A notice in the language of its reader. */
type NoticeIn = (language: MailLanguage) => Notice

const otherwise = {
  en: 'If it was not you, choose a new password at once, by “Forgot password”: that ends all sessions and removes all passkeys.',
  de: 'Wenn Sie das nicht waren, wählen Sie über „Passwort vergessen“ sofort ein neues Passwort. Das beendet alle Sitzungen und entfernt alle Passkeys.',
}

export const passwordWasChanged: NoticeIn = (language) => ({
  kind: 'auth.password_was_changed',
  ...{
    en: {
      subject: 'Your password was changed',
      paragraphs: [
        'The password of your Atelier account was changed, and your other sessions were ended.',
        otherwise.en,
      ],
    },
    de: {
      subject: 'Ihr Passwort wurde geändert',
      paragraphs: [
        'Das Passwort Ihres Kontos bei Atelier wurde geändert, und Ihre anderen Sitzungen wurden beendet.',
        otherwise.de,
      ],
    },
  }[language],
})

const several = (count: number, one: string) => (count === 1 ? `1 ${one}` : `${count} ${one}s`)

/** The passkeys that a reset removed, and the keys that it left. */
export const passwordWasReset =
  (passkeys: number, keys: readonly string[]): NoticeIn =>
  (language) => ({
    kind: 'auth.password_was_reset',
    ...{
      en: {
        subject: 'Your password was changed',
        paragraphs: [
          'A new password was chosen for your Atelier account, by a link from your mail. All your sessions were ended' +
            (passkeys === 0
              ? '.'
              : `, and ${several(passkeys, 'passkey')} removed: add them again where you need them.`),
          ...(keys.length === 0
            ? []
            : [`Your API keys still work: ${keys.join(', ')}. Sign in and revoke each that you do not know.`]),
          'If it was not you, someone reads your mail: secure your mailbox first, then choose a new password yourself.',
        ],
      },
      de: {
        subject: 'Ihr Passwort wurde geändert',
        paragraphs: [
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
      },
    }[language],
  })

export const passkeyWasAdded =
  (name: string | undefined): NoticeIn =>
  (language) => ({
    kind: 'auth.passkey_was_added',
    ...{
      en: {
        subject: 'A passkey was added',
        paragraphs: [
          `A passkey${name === undefined ? '' : ` named “${name}”`} was added to your Atelier account. It signs in without your password.`,
          otherwise.en,
        ],
      },
      de: {
        subject: 'Ein Passkey kam hinzu',
        paragraphs: [
          `Zu Ihrem Konto bei Atelier kam ein Passkey${name === undefined ? '' : ` namens „${name}“`} hinzu. Damit ist eine Anmeldung ohne Passwort möglich.`,
          otherwise.de,
        ],
      },
    }[language],
  })

export const addressWasChanged: NoticeIn = (language) => ({
  kind: 'auth.address_was_changed',
  ...{
    en: {
      subject: 'Your address was changed',
      paragraphs: [
        'Your Atelier account has another mail address now, and nothing more about it is sent to this one.',
        'If it was not you, someone is signed in as you: tell the operator of this server at once.',
      ],
    },
    de: {
      subject: 'Ihre Adresse wurde geändert',
      paragraphs: [
        'Ihr Konto bei Atelier hat jetzt eine andere E-Mail-Adresse; an diese wird nichts mehr gesendet.',
        'Wenn Sie das nicht waren, ist jemand als Sie angemeldet: Sagen Sie es sofort dem Betreiber dieses Servers.',
      ],
    },
  }[language],
})
