import type { en } from './en.ts'
import { plural } from '../plural.ts'

const kinds = { proved: '', shown: '', checked: '', unverified: 'ungeprüfte ', refused: 'abgelehnte ' } as const

export const de: typeof en = {
  request: 'Der Auftrag',
  wholeRequest: 'Ganzen Auftrag anzeigen',
  files: 'Geänderte Dateien und Befunde',
  proof: 'Vorher fehlgeschlagen, jetzt bestanden',
  whose: {
    base: 'ein schon vorhandener Test',
    acceptance: 'ein Abnahmetest',
    examiner: 'ein Test des Prüfers',
  },
  checkAlone: (check) => `Der Check „${check}“`,
  untested: (values) => `Im Auftrag verlangt, aber nicht getestet: ${values}`,
  unshown: 'Ohne Test',
  moreUnshown: (count) => plural(count, 'weitere Stelle', 'weitere Stellen'),
  account: ({ parts, needed, own, test, same, shape, unseen, untriedFailures }) => {
    const tried = own - untriedFailures
    const listed = [
      needed > 0 ? `${needed} durch unabhängige Tests abgedeckt` : '',
      tried > 0 ? `${tried} nur durch eigene Tests abgedeckt` : '',
      untriedFailures > 0 ? `${untriedFailures} ungetestete Fehlerfälle` : '',
      test > 0 ? `${test} im Testcode` : '',
      same > 0 ? `${same} ohne Wirkung` : '',
      shape > 0 ? `${shape} Texte oder Styles` : '',
      unseen > 0 ? `${unseen} ohne Test` : '',
    ].filter((one) => one !== '')
    return `${plural(parts, 'geänderte Stelle', 'geänderte Stellen')}: ${listed.join(', ')}.`
  },
  notProbed: (reasons) =>
    reasons.length === 0 ? 'Nicht weiter untersucht.' : `Nicht weiter untersucht: ${reasons.join(' ')}`,
  moreTests: (count) => plural(count, 'weiterer Test', 'weitere Tests'),
  outcomes: {
    proved: '',
    shown: 'Die mitgelieferten Tests schlagen ohne die Änderung fehl und bestehen mit ihr.',
    checked: 'Alle Checks bestehen weiterhin, aber kein Test würde fehlschlagen, wenn die Änderung fehlte.',
    noProgram: 'Alle Checks bestehen weiterhin.',
    unverified: 'Kein Check kann diese Änderung beurteilen, oder die Tests prüfen weniger als vorher.',
    refused: 'Die Prüfung hat diese Änderung abgelehnt.',
  },
  change: 'Die Änderung',
  checkPictures: 'Bilder aus den Checks',
  hide: 'Änderung ausblenden',
  batch: {
    title: 'Gemeinsam entscheiden',
    text: 'Diese Änderungen sind durch Tests abgedeckt, bis auf die folgenden Zeilen.',
    approve: (count) => `Diese ${count} freigeben`,
    approved: (count) => `${plural(count, 'Änderung ist', 'Änderungen sind')} freigegeben`,
    leftOut: (title) => `Ausgelassen, weil inzwischen entschieden oder geändert: ${title}`,
  },
  nowDecide: 'Lies die Änderung und entscheide dann.',
  moved:
    'Die Änderung ist neuer als der Stand, den du gelesen hast. Sieh sie dir noch einmal an, bevor du sie freigibst.',
  whole: (count) =>
    count === 1 ? 'Ganze Datei ansehen' : count === 2 ? 'Beide Dateien ansehen' : `Alle ${count} Dateien ansehen`,
  hiddenLines: (count) => plural(count, 'weitere Zeile', 'weitere Zeilen'),
  noLines: 'Hier gibt es keine Zeilen zu zeigen. In der Prüfung stehen alle Dateien.',
  read: (count, isTruncated) => `${isTruncated ? 'Mehr als ' : ''}${plural(count, 'Datei', 'Dateien')} prüfen`,
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
      text: 'Ein Agent arbeitet an dieser Aufgabe. Sobald er etwas gebaut hat, öffnet sich hier die Prüfung.',
    },
    waiting: {
      title: 'Noch keine Änderung zu prüfen',
      text: 'Diese Aufgabe hat noch nicht begonnen. Sobald ihr Agent etwas gebaut hat, öffnet sich hier die Prüfung.',
    },
    failed: {
      title: 'Keine Änderung',
      text: 'Diese Aufgabe wurde beendet, bevor eine Datei geändert war. Checks liefen deshalb nicht.',
    },
    gone: { title: 'Keine Änderung zu prüfen', text: 'Die Commits dieser Aufgabe sind nicht mehr gespeichert.' },
  },
  result: {
    title: 'Ergebnis',
    verdict: 'Bewertung',
    revision: 'Revision',
    number: (number) => `Revision ${number}`,
    openRevision: 'Revision öffnen',
    took: 'Dauer',
    deliver: 'Liefern',
    openDeliverable: 'Lieferung öffnen',
    followUp: 'Folgezyklus starten',
    addTest: 'Test ergänzen',
    testFor: (title) => `Test für „${title}“ ergänzen`,
    changeOf: (title) => `Änderung aus „${title}“`,
  },
}
