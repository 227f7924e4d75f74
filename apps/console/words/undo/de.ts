import type { en } from './en.ts'

export const de: typeof en = {
  undo: 'Rückgängig',
  done: 'Zurückgenommen',
  failed: 'Das ließ sich nicht rückgängig machen. Die Seite zeigt den aktuellen Stand.',
  merged: (title) => `„${title}“ ist gemergt`,
  revert: 'Änderung zurücknehmen',
  reverting: 'Wird zurückgenommen…',
  revertOf: (title) => `${title} zurücknehmen`,
  revertHint: 'Startet einen neuen Zyklus, der diesen zurücknimmt. Spätere Änderungen bleiben.',
  revertStarted: (title) => `Ein neuer Zyklus nimmt „${title}“ jetzt zurück`,
  revertNotStarted: (title) =>
    `Die Rücknahme von „${title}“ ist nicht gestartet. Öffne den Zyklus, um den Grund zu sehen.`,
  revertedBy: 'Zur Rücknahme',
}
