import type { en } from './en.ts'

const few = ['Kein', 'Ein', 'Zwei', 'Drei', 'Vier', 'Fünf', 'Sechs', 'Sieben', 'Acht', 'Neun', 'Zehn', 'Elf', 'Zwölf']
const spelled = (count: number) => few[count] ?? String(count)
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const de: typeof en = {
  seeLines: (count) => `Siehe ${plural(count, 'Anmerkung', 'Anmerkungen')} zu den Zeilen.`,
  title: (count) =>
    count === 0
      ? 'Nichts wartet auf dich'
      : count === 1
        ? 'Eine Sache wartet auf dich'
        : `${spelled(count)} Sachen warten auf dich`,
  since: (age) => `Die älteste seit ${age}.`,
  blocking: (count) =>
    count === 0
      ? ''
      : count === 1
        ? 'Ein Lauf steht still, bis sie entschieden ist.'
        : `${spelled(count)} Läufe stehen still, bis sie entschieden sind.`,
  done: 'Alles ist entschieden',
  running: (count) =>
    count === 0
      ? 'Nichts läuft. Schlage eine Änderung vor, und ein Agent führt sie aus.'
      : `${spelled(count)} ${count === 1 ? 'Zyklus läuft' : 'Zyklen laufen'}. Du bekommst einen Brief, wenn einer davon eine Entscheidung braucht.`,
  kinds: {
    question: 'Frage',
    approval: 'Freigabe',
    failed: 'Gescheitert',
    client: 'Wartet auf den Kunden',
    deliverable: 'Lieferung',
  },
  readAndDecide: 'Lesen und entscheiden',
  failed: (title) => `${title} ist gescheitert`,
  answer: 'Deine Antwort',
  answerHint: 'Die Agenten des Zyklus lesen sie.',
  send: 'Antwort senden',
  decline: 'Nicht beantworten',
  approve: 'Freigeben',
  sendBack: 'Zurückgeben',
  feedback: 'Was anders sein soll',
  feedbackHint: 'Der Agent liest es und arbeitet weiter.',
  deny: 'Aufgeben',
  denyHint: 'Der Lauf endet, und nichts davon kommt in den Code.',
  missing: 'Schreibe erst einen Satz.',
  why: 'Warum du gefragt wirst',
  open: 'Zyklus öffnen',
  decided: (title) => `Entschieden: ${title}`,
  runAgain: 'Noch einmal laufen lassen',
  runStarted: (title) => `${title} läuft wieder`,
  approveOf: (title) => `${title} freigeben`,
  sendBackOf: (title) => `${title} zurückgeben`,
  titles: {
    approval: (task) => `„${task}“ mergen?`,
    question: (task) => `Eine Frage zu „${task}“`,
  },
  isReady: 'Die Änderung ist fertig, und ein Mensch entscheidet, ob sie gemergt wird.',
  approvalRequired: 'Jede Änderung braucht eine Freigabe.',
}
