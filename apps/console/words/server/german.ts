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
    change: 'Auch ohne diese Änderung bestehen alle Tests',
    untried: 'Nicht rechtzeitig ohne diese Änderung erprobt',
  },
  stepOf: stepIn(deSteps),
  failure: {
    ofCommand: (command, why) => `„${command}“ ist gescheitert: ${why}`,
    firstFailing: 'Erster gescheiterter Test:',
    failedAt: (step) => `Schritt: ${step}`,
    details: 'Einzelheiten',
    changeRequest: 'Auftrag ändern',
    request: 'Auftrag',
    saveAndTryAgain: 'Speichern und noch einmal starten',
  },
}
