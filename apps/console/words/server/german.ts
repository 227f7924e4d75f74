import { translated } from '../../../../domains/delivery/sentences/rules.ts'
import { deFinding } from './de-findings.ts'
import { deSentences } from './de.ts'
import { deSteps } from './steps/de.ts'
import { asNow } from './reworded.ts'
import { stepIn, type ServerWords } from './server-words.ts'

export const deServerWords: ServerWords = {
  worded: (text) => translated(asNow(text), deSentences),
  finding: ({ kind, reason }) => deFinding(kind ?? '', reason) ?? translated(asNow(reason), deSentences),
  unnoticed: {
    change: 'Alle Tests bestehen auch ohne diese Änderung',
    untried: 'Aus Zeitmangel nicht ohne diese Änderung getestet',
    own: 'Nur die mitgelieferten Tests bemerken diese Änderung',
    words: 'Kein Test beurteilt, was dieser Text sagt',
    line: (line) => `Zeile ${line}.`,
    alike: (kind, count, lines) => {
      if (kind === 'hunk_not_tried') return `${count} Änderungen wurden aus Zeitmangel nicht getestet: Zeilen ${lines}.`
      if (kind === 'value_not_shown') return `Kein Test unterscheidet ${count} Werte von anderen: Zeilen ${lines}.`
      return `Macht man eine dieser ${count} Änderungen rückgängig, schlägt kein Test fehl: Zeilen ${lines}.`
    },
    each: 'Jede Zeile zeigen',
    together: 'Zusammen zeigen',
  },
  stepOf: stepIn(deSteps, 'Schritt'),
  failure: {
    ofCommand: (command, why) => `„${command}“ ist fehlgeschlagen: ${why}`,
    firstFailing: 'Erster fehlgeschlagener Test:',
    details: 'Einzelheiten',
    changeRequest: 'Auftrag ändern',
    request: 'Auftrag',
    saveRequest: 'Speichern',
    saveAndTryAgain: 'Speichern und noch einmal starten',
  },
}
