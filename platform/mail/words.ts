/** In which language the words stand that every message has. */
export type MailLanguage = 'en' | 'de'

interface InLanguage {
  readonly language?: MailLanguage
}

interface Words {
  /** No name follows if it is unknown, or a stranger could choose it. */
  readonly greeting: (name: string | undefined) => string
  readonly footer: (address: string, brand: string | undefined) => string
  readonly switchOff: string
  readonly openAddress: string
}

const words: Readonly<Record<MailLanguage, Words>> = {
  en: {
    greeting: (name) => (name === undefined ? 'Hello,' : `Hello ${name},`),
    footer: (address, brand) => `Sent to ${address} by ${brand === undefined ? 'Atelier' : `${brand} with Atelier`}.`,
    switchOff: 'Get no more such letters',
    openAddress: 'If the button does not work, open this address:',
  },
  de: {
    greeting: (name) => (name === undefined ? 'Guten Tag,' : `Guten Tag ${name},`),
    footer: (address, brand) =>
      `Gesendet an ${address} von ${brand === undefined ? 'Atelier' : `${brand} mit Atelier`}.`,
    switchOff: 'Diese E-Mails abbestellen',
    openAddress: 'Falls der Knopf nicht funktioniert, öffnen Sie diese Adresse:',
  },
}

export const languageOf = ({ language }: InLanguage): MailLanguage => language ?? 'en'

/** The words that every message has, in its language. */
export const wordsOf = (prepared: InLanguage): Words => words[languageOf(prepared)]
