import type { en } from './en.ts'

export const de: typeof en = {
  text: 'Jede Position mit dem, was freigegeben wurde, und wann. Das PDF enthält dasselbe als Datei, die sich ohne uns prüfen lässt.',
  gone: 'seitdem gelöscht',
  origins: {
    decision: 'Freigegebene Arbeit',
    cycle: 'Eine Lieferung',
    task: 'Ein Stück Arbeit',
    entry: 'Ein Eintrag der Agentur; sonst steht nichts dahinter',
  },
  correction: 'Berichtigt einen früheren Posten',
  approved: (name, day) => `Freigegeben von ${name} am ${day}`,
  signed: 'mit einem Passkey unterschrieben',
  somebody: 'eine entfernte Person',
  revision: (revision) => `Version ${revision}`,
  withheld: { withdrawn: 'inzwischen zurückgezogen', too_large: 'zu groß, um beizuliegen' },
  commits: 'Commits',
  hash: 'SHA-256 von all dem',
  download: 'Nachweis herunterladen',
}
