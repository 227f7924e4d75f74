import type { en } from './en.ts'
import { plural } from '../plural.ts'

export const de: typeof en = {
  seeLines: (count) => `Siehe ${plural(count, 'Anmerkung', 'Anmerkungen')} zu den Zeilen.`,
  title: (count, mails, areMore) => {
    const all = [
      ...(count === 0 ? [] : [plural(count, 'offener Punkt', 'offene Punkte')]),
      ...(mails === 0 ? [] : [`${mails}${areMore ? '+' : ''} ${mails === 1 ? 'Mail' : 'Mails'}`]),
    ].join(' und ')
    return `${all || 'Nichts'} ${count + mails < 2 ? 'wartet' : 'warten'} auf dich`
  },
  since: (age) => `Der älteste seit ${age}.`,
  waitsForClient: (count: number) => (count === 0 ? '' : `${plural(count, 'wartet', 'warten')} auf Kunden.`),
  withClients: 'Bei Kunden',
  done: 'Alles erledigt',
  running: (count, queued) => {
    if (count + queued === 0) return 'Gerade läuft nichts. Starte einen Zyklus, und ein Agent macht sich an die Arbeit.'
    return [
      ...(count === 0 ? [] : [`${plural(count, 'Zyklus läuft', 'Zyklen laufen')}.`]),
      ...(queued === 0 ? [] : [`${plural(queued, 'Zyklus wartet', 'Zyklen warten')} auf eine freie Sandbox.`]),
      'Du bekommst eine E-Mail, sobald du etwas entscheiden musst.',
    ].join(' ')
  },
  kinds: {
    question: 'Frage',
    approval: 'Freigabe',
    failed: 'Fehlgeschlagen',
    client: 'Wartet auf den Kunden',
    deliverable: 'Lieferung',
  },
  readAndDecide: 'Lesen und entscheiden',
  failed: (title) => `„${title}“ ist fehlgeschlagen`,
  answer: 'Deine Antwort',
  answerForClient: 'Für den Kunden antworten',
  answerHint: 'Die Agenten dieses Zyklus lesen sie.',
  options: 'Mögliche Antworten',
  review: 'Ansehen',
  send: 'Antwort senden',
  decline: 'Nicht beantworten',
  approve: 'Freigeben',
  sendBack: 'Zurückschicken',
  tryRest: 'Rest testen',
  restHint:
    'Testet auch die Teile, für die vorher die Zeit fehlte. Danach wird die Änderung gemergt, oder du wirst noch einmal gefragt.',
  feedback: 'Was soll anders werden?',
  feedbackHint: 'Der Agent liest das und arbeitet weiter.',
  deny: 'Ablehnen',
  denyHint: 'Der Lauf endet, und nichts wird gemergt.',
  missing: 'Schreibe erst einen Satz.',
  why: 'Warum du gefragt wirst',
  open: 'Zyklus öffnen',
  decided: {
    approved: (title) => `„${title}“ freigegeben`,
    answered: (title) => `„${title}“ beantwortet`,
    sentBack: (title) => `„${title}“ zurückgeschickt`,
    rejected: (title) => `„${title}“ abgelehnt`,
    rest: (title) => `Der Rest von „${title}“ wird getestet`,
  },
  dismiss: 'Ausblenden',
  dismissed: (title) => `„${title}“ ist ausgeblendet`,
  runStarted: (title) => `„${title}“ läuft wieder`,
  approveOf: (title) => `${title} freigeben`,
  sendBackOf: (title) => `${title} zurückschicken`,
  titles: { approval: (task) => `„${task}“ freigeben?`, question: (task) => `Frage zu „${task}“` },
  isReady: 'Die Änderung ist fertig. Gemergt wird sie erst nach der Freigabe.',
  approvalRequired: 'Jede Änderung braucht eine Freigabe.',
}
