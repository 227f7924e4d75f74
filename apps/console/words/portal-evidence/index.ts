import { useLanguage } from '../../preferences.ts'
import type { Language } from '../words.ts'

const en = {
  text: 'Each line with what was approved, and when. The PDF carries the same as a file that can be checked without us.',
  gone: 'it has been deleted since',
  origins: {
    decision: 'Work that was approved',
    cycle: 'A delivery',
    task: 'A piece of work',
    entry: 'An entry of the agency; nothing else stands behind it',
  },
  correction: 'Corrects an earlier charge',
  approved: (name: string, day: string) => `Approved by ${name} on ${day}`,
  signed: 'signed with a passkey',
  somebody: 'somebody who is gone',
  revision: (revision: number) => `Revision ${revision}`,
  withheld: { withdrawn: 'withdrawn since', too_large: 'too large to be enclosed' },
  commits: 'Commits',
  hash: 'SHA-256 of all of this',
  download: 'Download the evidence',
}

const de: typeof en = {
  text: 'Jede Position mit dem, was freigegeben wurde, und wann. Das PDF enthält dasselbe als Datei, die sich ohne uns prüfen lässt.',
  gone: 'inzwischen gelöscht',
  origins: {
    decision: 'Freigegebene Arbeit',
    cycle: 'Eine Lieferung',
    task: 'Ein Stück Arbeit',
    entry: 'Ein Eintrag der Agentur; sonst steht nichts dahinter',
  },
  correction: 'Berichtigt einen früheren Posten',
  approved: (name, day) => `Freigegeben von ${name} am ${day}`,
  signed: 'mit einem Passkey unterschrieben',
  somebody: 'jemandem, der nicht mehr da ist',
  revision: (revision) => `Fassung ${revision}`,
  withheld: { withdrawn: 'inzwischen zurückgezogen', too_large: 'zu groß, um beizuliegen' },
  commits: 'Commits',
  hash: 'SHA-256 von all dem',
  download: 'Nachweis herunterladen',
}

const catalogue: Readonly<Record<Language, typeof en>> = { en, de }

/** What the evidence of an invoice says to a client; it brings it along. */
export const useEvidenceWords = (): typeof en => catalogue[useLanguage()]
