import type { MailLanguage, PreparedMail } from './message.ts'

interface Words {
  readonly footer: (address: string, brand: string | undefined) => string
  readonly switchOff: string
  readonly openAddress: string
}

const words: Readonly<Record<MailLanguage, Words>> = {
  en: {
    footer: (address, brand) => `Sent to ${address} by ${brand === undefined ? 'Atelier' : `${brand} with Atelier`}.`,
    switchOff: 'Get no more such letters',
    openAddress: 'If the button does not work, open this address:',
  },
  de: {
    footer: (address, brand) =>
      `Gesendet an ${address} von ${brand === undefined ? 'Atelier' : `${brand} mit Atelier`}.`,
    switchOff: 'Keine solchen Briefe mehr erhalten',
    openAddress: 'Wenn der Knopf nichts tut, öffnen Sie diese Adresse:',
  },
}

export const languageOf = ({ language }: PreparedMail): MailLanguage => language ?? 'en'

/** The words that every message has, in its language. */
export const wordsOf = (prepared: PreparedMail): Words => words[languageOf(prepared)]
