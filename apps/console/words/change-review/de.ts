import type { en } from './en.ts'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

const kinds = { proved: '', shown: '', checked: '', unverified: 'ungeprüfte ', refused: 'abgelehnte ' } as const

export const de: typeof en = {
  request: 'Der Auftrag',
  wholeRequest: 'Den ganzen Auftrag zeigen',
  files: 'Geänderte Dateien und Befunde',
  proof: 'Vorher fehlgeschlagen, jetzt bestanden',
  whose: {
    base: 'ein Test, der vor dem Auftrag da war',
    acceptance: 'ein Abnahmetest',
    examiner: 'ein Test des Prüfers',
    change: 'ein Test, der mit der Änderung kam',
  },
  checkAlone: (check) => `Der Check „${check}“`,
  untested: (values) => `Verlangt, aber von nichts getestet: ${values}`,
  unshown: 'Ohne Test',
  moreUnshown: (count) => plural(count, 'weitere Stelle', 'weitere Stellen'),
  account: ({ parts, needed, own, test, same, shape, unseen, untriedFailures }) => {
    const tried = own - untriedFailures
    const listed = [
      needed > 0 ? `${needed} brauchen Tests anderer` : '',
      tried > 0 ? `${tried} bemerken höchstens eigene Tests` : '',
      untriedFailures > 0 ? `${untriedFailures} Fehlschläge hat kein Test versucht` : '',
      test > 0 ? `${test} in Tests` : '',
      same > 0 ? `${same} ohne Wirkung` : '',
      shape > 0 ? `${shape} Texte oder Stile` : '',
      unseen > 0 ? `${unseen} ohne Test` : '',
    ].filter((one) => one !== '')
    return `${plural(parts, 'Stelle', 'Stellen')}: ${listed.join(', ')}.`
  },
  notProbed: (reasons) =>
    reasons.length === 0 ? 'Es gab keine weitere Untersuchung.' : `Keine weitere Untersuchung: ${reasons.join(' ')}`,
  moreTests: (count) => plural(count, 'weiterer Test', 'weitere Tests'),
  outcomes: {
    proved: '',
    shown: 'Nur Tests, die mit der Änderung kamen, zeigen, was sie bewirkt.',
    checked: 'Die Checks bestehen weiterhin. Kein Test zeigt, was die Änderung bewirkt.',
    unverified: 'Kein Check kann diese Änderung beurteilen, oder ihre Tests zeigen weniger als vorher.',
    refused: 'Die Prüfung hat diese Änderung abgelehnt.',
  },
  change: 'Die Änderung',
  checkPictures: 'Bilder aus den Checks',
  hide: 'Änderung verbergen',
  batch: {
    title: 'Gemeinsam entscheiden',
    text: 'Tests erklären diese Änderungen, bis auf die Zeilen, die hier stehen.',
    approve: (count) => `Diese ${count} freigeben`,
    approved: (count) => `${plural(count, 'Änderung ist', 'Änderungen sind')} freigegeben`,
    leftOut: (title) => `Ausgelassen, weil es entschieden oder die Änderung neuer ist: ${title}`,
  },
  nowDecide: 'Lies die Änderung und entscheide dann.',
  moved: 'Die Änderung ist neuer als das, was du gelesen hast. Sieh sie noch einmal an, bevor du sie freigibst.',
  whole: (count) => (count === 1 ? 'Die ganze Datei lesen' : `Alle ${count} Dateien lesen`),
  hiddenLines: (count) => plural(count, 'weitere Zeile', 'weitere Zeilen'),
  noLines: 'Hier gibt es keine Zeilen zu zeigen. Die Prüfung enthält jede Datei.',
  read: (count, isTruncated) => `${isTruncated ? 'Mehr als ' : ''}${plural(count, 'Datei', 'Dateien')} lesen`,
  approve: (count, outcome, isTruncated) => {
    if (count === 0) return 'Ohne geänderte Datei freigeben'
    const files = plural(count, `${kinds[outcome]}Datei`, `${kinds[outcome]}Dateien`)
    return `${isTruncated ? 'Mehr als ' : ''}${files} freigeben`
  },
  look: 'Ansehen',
  since: (age) => `seit ${age}`,
  toSteps: 'Schritte ansehen',
  noChange: {
    working: {
      title: 'Noch keine Änderung zu prüfen',
      text: 'Ein Agent arbeitet an dieser Aufgabe. Die Prüfung öffnet sich hier, sobald er etwas gebaut hat.',
    },
    waiting: {
      title: 'Noch keine Änderung zu prüfen',
      text: 'Diese Aufgabe hat noch nicht begonnen. Die Prüfung öffnet sich hier, sobald ihr Agent etwas gebaut hat.',
    },
    failed: { title: 'Keine Änderung zu prüfen', text: 'Diese Aufgabe endete, bevor sie eine Datei geändert hat.' },
    gone: { title: 'Keine Änderung zu prüfen', text: 'Die Commits dieser Aufgabe sind nicht mehr gespeichert.' },
  },
  result: {
    title: 'Ergebnis',
    verdict: 'Urteil',
    revision: 'Revision',
    number: (number) => `Revision ${number}`,
    openRevision: 'Revision öffnen',
    took: 'Dauer',
    deliver: 'Liefern',
    followUp: 'Weiter daran arbeiten',
  },
}
