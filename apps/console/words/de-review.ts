import type { enReview } from './en-review.ts'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const deReview: typeof enReview = {
  title: 'Prüfung',
  open: 'Änderung prüfen',
  toChecks: 'Prüfläufe und ihre Ausgaben',
  files: 'Dateien',
  none: 'Nichts hat sich geändert',
  noneText: 'Die Dateien sind wie vor der Aufgabe.',
  viewed: 'Gesehen',
  viewedOf: (count, all) => `${count} von ${all} gesehen`,
  nextFinding: 'Nächster Fund, N',
  layout: 'Anordnung',
  layouts: { split: 'Nebeneinander', unified: 'Untereinander' },
  cut: 'Nicht alles passt hierher',
  binary: 'Eine binäre Datei: Es gibt keine Zeilen zu vergleichen.',
  noLines: 'Keine Zeile hat sich geändert.',
  notRead: 'Diese Änderung passte nicht neben die anderen.',
  readIt: 'Lesen',
  reading: 'Wird gelesen…',
  tooLong: 'Diese Änderung ist zu lang, um sie zu zeigen.',
  moreOfLine: (left) => `Mehr von dieser Zeile zeigen (${left.toLocaleString('de')} Zeichen übrig)`,
  saveLine: 'Zeile als Datei sichern',
  marks: (count) => plural(count, 'Fund', 'Funde'),
  fromRules: 'von den Regeln der Prüfung',
  fromModel: 'vom Modell, das sie gelesen hat',
  line: (line) => `Zeile ${line}`,
  decision: 'Entscheidung',
  decides: 'Du entscheidest über genau diesen Commit. Was freigegeben ist, wird in deinem Namen zusammengeführt.',
}
