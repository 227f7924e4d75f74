import type { en } from './en.ts'

const lines = (count: number) => `${count} ${count === 1 ? 'Zeile' : 'Zeilen'}`

export const de: typeof en = {
  title: 'Testabdeckung',
  note: 'wie die Programme der Änderung sie melden',
  changed: (covered, total) => `${covered} von ${lines(total)}, die neu sind, liefen`,
  noneChanged: 'Keine neue Zeile wird gemessen',
  noChange: 'Der Bericht nennt keine Zeilen, also ist über die neuen nichts bekannt',
  all: (share) => `${share} aller Zeilen`,
  before: (share) => `${share} vorher`,
  asBefore: 'wie zuvor',
  missed: 'Nicht gelaufen',
  notMeasured: 'Nicht gemessen',
  more: 'Es gibt mehr, als hier steht.',
  unread: 'Die Abdeckung war nicht zu lesen.',
  probes: {
    identity: 'Code, der ersetzt, was über die Tests urteilt',
    traps: 'Code, der fragt, ob er getestet wird',
    mutants: 'Tests, die nicht fehlschlagen können',
    inputs: 'Korrekturen allein für die Eingaben der Tests',
    bodies: 'Neue Tests, die ohne den neuen Code bestehen',
    hunks: 'Geänderte Zeilen, die kein Test braucht',
    replay: 'Andere Ergebnisse außerhalb der Tests',
  },
  probe: 'Gesucht',
  notProbed: 'Nicht untersucht',
  noFinding: 'Nichts gefunden',
}
