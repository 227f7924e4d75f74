import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Abnahmetests',
  text: 'Deine Tests, die kein Agent sieht. Schlägt einer ohne die Änderung fehl und besteht mit ihr, ist sie belegt; schlägt er fehl, wird sie zurückgeschickt.',
  frozen: 'Gerade nicht änderbar: Am Zyklus arbeitet ein Lauf, oder er ist abgeschlossen.',
  limits: 'Höchstens 3 Dateien mit zusammen 64 KiB, ohne Secrets.',
  add: 'Testdateien hinzufügen',
  choose: 'Neue Testdateien',
  path: (name) => `Pfad von ${name} im Repository`,
  remove: 'Entfernen',
  removeOf: (path) => `${path} entfernen`,
  save: 'Speichern',
  saving: 'Wird gespeichert…',
  given: (name, when) => `von ${name}, ${when}`,
  somebody: 'einem früheren Mitglied',
  notRun: 'Sie sind mit der Änderung nicht gelaufen.',
  early: 'Andere Aufgaben des Laufs waren noch nicht gemergt; bis dahin sagt ein fehlgeschlagener Test nichts aus.',
  outcomes: {
    proves: 'Schlägt ohne die Änderung fehl, besteht mit ihr',
    passed: 'Besteht, auch ohne die Änderung',
    failed: 'Fehlgeschlagen',
  },
}
