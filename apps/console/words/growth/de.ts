import type { en } from './en.ts'
import { plural } from '../plural.ts'

export const de: typeof en = {
  title: 'Sperrliste',
  text: 'Diese Adressen und alle Adressen dieser Domains werden nicht angeschrieben.',
  newest: (count) => `Die neuesten ${count} Adressen und Domains, die nicht angeschrieben werden.`,
  filter: 'Nach Adresse oder Domain filtern',
  none: 'Die Liste ist noch leer',
  noneText: 'Füge Adressen und Domains hinzu, die nicht angeschrieben werden sollen. Auch Abmeldungen erscheinen hier.',
  noneFits: 'Kein passender Eintrag.',
  erased: 'Gelöscht',
  erasedHint: 'Die Adresse ist gelöscht. Sie wird weiterhin nicht angeschrieben.',
  sources: {
    person: 'von Hand hinzugefügt',
    unsubscribe: 'abgemeldet',
    bounce: 'unzustellbar',
    complaint: 'beschwert',
    erasure: 'gelöscht',
  },
  kinds: { address: 'Adresse', domain: 'Domain' },
  add: 'Einträge hinzufügen',
  addText: 'Eine Domain schließt alle ihre Adressen und die ihrer Subdomains aus.',
  entries: 'Adressen und Domains',
  entriesHint: 'Je Zeile eine, etwa ada@example.com oder example.com. Höchstens 1.000.',
  addAct: 'Hinzufügen',
  cancel: 'Abbrechen',
  chooseFile: 'Aus einer Datei übernehmen',
  file: 'Datei mit Adressen und Domains',
  fileHint: 'CSV oder Text, höchstens 1 MiB. Von einer Tabelle zählt die erste Spalte.',
  fileTooLarge: 'Die Datei ist größer als 1 MiB. Teile sie auf.',
  missing: 'Gib mindestens eine Adresse oder Domain an.',
  added: (count, known) =>
    `${plural(count, 'Eintrag', 'Einträge')} hinzugefügt${known === 0 ? '.' : `, ${known} gab es schon.`}`,
  remove: 'Entfernen',
  removeOf: (value) => `${value} entfernen`,
  removeTitle: (value) => `${value} aus der Liste entfernen?`,
  removeMeans: 'Danach kann sie wieder angeschrieben werden.',
}
