import { deActions } from './actions/de.ts'
import type { en } from './en.ts'
import { deEvents } from './events/de.ts'

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
  inProject: 'in',
  showSteps: (count) => (count === 1 ? '1 weiterer Schritt' : `${count} weitere Schritte`),
  hideSteps: 'Weniger Schritte',
}
