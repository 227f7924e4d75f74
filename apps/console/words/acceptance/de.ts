import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Abnahmetests',
  text: 'Deine Tests, die kein Agent sieht. Einer, der ohne die Änderung scheitert und mit ihr besteht, belegt sie; einer, der scheitert, schickt sie zurück.',
  frozen: 'Sie bleiben, wie sie sind: Ein Lauf arbeitet am Zyklus, oder er ist abgeschlossen.',
  limits: 'Höchstens 3 Dateien mit zusammen 64 KiB, ohne Geheimnisse.',
  add: 'Testdateien hinzufügen',
  choose: 'Testdateien, die hinzukommen',
  path: (name) => `Pfad von ${name} im Repository`,
  remove: 'Entfernen',
  removeOf: (path) => `${path} entfernen`,
  save: 'Speichern',
  saving: 'Wird gespeichert…',
  given: (name, when) => `von ${name}, ${when}`,
  somebody: 'einem früheren Mitglied',
  notRun: 'Sie liefen mit der Änderung nicht.',
  early: 'Andere Aufgaben des Laufs waren noch nicht gemergt: Bis dahin sagt ein scheiternder Test nichts.',
  outcomes: {
    proves: 'Scheitert ohne die Änderung, besteht mit ihr',
    passed: 'Besteht, auch ohne die Änderung',
    failed: 'Scheitert',
  },
}
