import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Testabdeckung',
  note: 'laut den Programmen der Änderung',
  changed: (covered, total) => `${covered} von ${total} neuen Zeilen ausgeführt`,
  noneChanged: 'Keine neue Zeile wird gemessen',
  noChange: 'Der Bericht nennt keine Zeilen; über die neuen ist nichts bekannt',
  all: (share) => `${share} aller Zeilen`,
  before: (share) => `${share} vorher`,
  asBefore: 'wie zuvor',
  missed: 'Nicht ausgeführt',
  notMeasured: 'Nicht gemessen',
  more: 'Es gibt mehr, als hier steht.',
  unread: 'Die Testabdeckung ließ sich nicht lesen.',
  probes: {
    identity: 'Code, der die Auswertung der Tests ersetzt',
    traps: 'Code, der sich im Test anders verhält',
    mutants: 'Tests, die nicht fehlschlagen können',
    inputs: 'Code, der nur für die Testdaten richtig rechnet',
    bodies: 'Neue Tests, die ohne den neuen Code bestehen',
    hunks: 'Geänderte Zeilen, die kein Test braucht',
    replay: 'Andere Ergebnisse außerhalb der Tests',
  },
  probed: (ran, found, missing) =>
    ran === 0
      ? 'Nicht auf manipulierte Tests untersucht'
      : `${ran + missing} ${ran + missing === 1 ? 'Check' : 'Checks'} auf manipulierte Tests: ${found ?? 'nichts gefunden'}${missing === 0 ? '' : `, ${missing} nicht gelaufen`}`,
  probe: 'Gesucht',
  notProbed: 'Nicht untersucht',
  noFinding: 'Nichts gefunden',
}
