import type { en } from './en.ts'

const files = (count: number) => `${count} ${count === 1 ? 'Datei' : 'Dateien'}`

export const de: typeof en = {
  title: 'Revisionen',
  filter: 'Nach Änderung, Person oder Hash filtern',
  text: (newest) =>
    `Revision ${newest} ist die neueste. Wähle zwei zum Vergleichen oder öffne eine und sieh ihre Änderungen.`,
  none: 'Noch keine Revisionen',
  noneText: 'Die erste erscheint, wenn etwas importiert oder gemergt wird.',
  number: (number) => `Revision ${number}`,
  newest: 'Neueste',
  sources: {
    created: 'Projekt angelegt',
    import: 'Importiert',
    merge: 'Gemergt',
    upload: 'Gepusht',
    switch: 'Haupt-Repository gewechselt',
  },
  select: (number) => `Revision ${number} zum Vergleichen auswählen`,
  chooseAnother: 'Wähle eine zweite zum Vergleichen.',
  compare: (one, other) => `${one} und ${other} vergleichen`,
  clear: 'Auswahl aufheben',
  clone: 'Mit git klonen',
  cloneText: 'Der Benutzername ist beliebig, das Passwort ist ein API-Schlüssel. Ein Push wird eine Revision.',
  copyClone: 'Befehl kopieren',
  copyCommit: 'Commit kopieren',
  download: (number) => `Revision ${number} herunterladen`,
  downloadThis: 'Herunterladen',
  downloading: 'Lädt herunter…',
  goBack: 'Hierher zurück',
  goBackShort: 'Zurück',
  goBackTo: (number) => `Zurück zu Revision ${number}`,
  goBackText: (number) =>
    `Das würde sich ändern. Ein neuer Zyklus macht es, führt die Checks aus und wartet auf das Review; mit dem Merge entsteht Revision ${number}.`,
  goingBack: 'Startet…',
  compared: (one, other) => `Von Revision ${one} zu ${other}`,
  since: (number) => `Änderungen seit Revision ${number}`,
  first: 'Die erste Revision mit allen ihren Dateien',
  changed: (count, lines) => (lines === undefined ? files(count) : `${files(count)}, ${lines}`),
  changedFiles: 'Geändert',
  contents: 'Inhalt',
  approvedBy: 'Freigegeben von',
  truncated: 'Es unterscheiden sich mehr Dateien, als hier stehen.',
  same: 'Keine Datei unterscheidet sich',
  sameText: 'Beide Revisionen haben dieselben Dateien.',
  toCycle: 'Zyklus öffnen',
}
