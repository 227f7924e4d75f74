import { deActions } from './actions/de.ts'
import type { en } from './en.ts'
import { deEvents } from './events/de.ts'

const plural = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`)

export const de: typeof en = {
  events: deEvents,
  actions: deActions,
  quoted: (title) => `„${title}“`,
  gone: 'etwas Gelöschtes',
  atelier: 'Atelier',
  agent: 'Ein Agent',
  formerPerson: 'Ein früheres Mitglied',
  byKey: (name) => `${name} (API-Schlüssel)`,
  today: 'Heute',
  yesterday: 'Gestern',
  run: (number) => `Lauf ${number}`,
  workspace: 'Arbeitsbereich',
  showSteps: (count) => (count === 1 ? '1 weiterer Schritt' : `${count} weitere Schritte`),
  hideSteps: 'Weniger Schritte',
  timeline: 'Verlauf',
  noTimeline: 'Hier steht Tag für Tag, was ausgeliefert, gefragt und entschieden wurde.',
  billed: (amount) => `${amount} abgerechnet`,
  clauses: {
    asked: (count) => plural(count, 'eine Frage gestellt', 'Fragen gestellt'),
    reviewing: (count) => plural(count, 'eine Änderung wartet auf eine Prüfung', 'Änderungen warten auf eine Prüfung'),
    delivered: (count) => plural(count, 'eine Änderung ausgeliefert', 'Änderungen ausgeliefert'),
    sentBack: (count, check) =>
      plural(count, 'eine zurückgeschickt', 'zurückgeschickt') +
      (check === undefined ? ' nach der Durchsicht' : `, weil „${check}“ gescheitert ist`),
    failed: (count) => plural(count, 'ein Zyklus gescheitert', 'Zyklen gescheitert'),
    stopped: (count) => plural(count, 'ein Zyklus angehalten', 'Zyklen angehalten'),
    reverted: (count) => plural(count, 'eine Änderung zurückgenommen', 'Änderungen zurückgenommen'),
    published: (count) => plural(count, 'eine Lieferung veröffentlicht', 'Lieferungen veröffentlicht'),
    decided: (count) => plural(count, 'eine Lieferung beantwortet', 'Lieferungen beantwortet'),
    proposed: (count) => plural(count, 'ein Zyklus vorgeschlagen', 'Zyklen vorgeschlagen'),
  },
}
