import type { en } from './en.ts'

export const de: typeof en = {
  text: 'Zu jeder Position, was wann freigegeben wurde. Das PDF enthält alles noch einmal als Datei, die sich ohne uns prüfen lässt.',
  gone: 'seitdem gelöscht',
  origins: {
    decision: 'Freigegebene Arbeit',
    cycle: 'Eine Lieferung',
    task: 'Eine einzelne Leistung',
    entry: 'Von der Agentur von Hand eingetragen',
  },
  correction: 'Korrigiert einen früheren Posten',
  approved: (name, day) => `Freigegeben von ${name} am ${day}`,
  signed: 'mit einem Passkey unterschrieben',
  somebody: 'eine entfernte Person',
  revision: (revision) => `Version ${revision}`,
  withheld: { withdrawn: 'inzwischen zurückgezogen', too_large: 'zu groß für den Anhang' },
  commits: 'Commits',
  hash: 'SHA-256 über alles',
  download: 'Nachweis herunterladen',
}
