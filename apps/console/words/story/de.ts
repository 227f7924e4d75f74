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
  apiKey: 'API-Schlüssel',
  helpers: () => ['hat sich ', 'hat ', 'ist '],
  helpersBelow: () => ['wurde ', 'hat ', 'ist '],
  today: 'Heute',
  yesterday: 'Gestern',
  run: (number) => `Lauf ${number}`,
  workspace: 'Arbeitsbereich',
  showSteps: (count) => `${count} ${count === 1 ? 'weiteres Ereignis' : 'weitere Ereignisse'}`,
  showEach: 'Einzeln zeigen',
  showAlike: (count) => (count === 1 ? 'Noch ein ähnliches Ereignis' : `${count} ähnliche Ereignisse`),
  many: {
    'billable.created': (count) => `{actor} hat ${count} Posten erfasst`,
    'client_invoice.drafted': (count) => `{actor} hat ${count} Rechnungen entworfen`,
    'growth_chain.updated': (count) => `{actor} hat die Reihenfolge der Datenanbieter ${count}-mal geändert`,
    'growth_lead.updated': (count) => `{actor} hat ${count} Kontakte geändert`,
    'growth_message.approved': (count) => `{actor} hat ${count} Mails an Kontakte freigegeben`,
    'growth_message.discarded': (count) => `{actor} hat ${count} Mails an Kontakte verworfen`,
    'growth_message.received': (count) => `${count} Mails von Kontakten sind eingegangen`,
    'growth_play.proposed': (count) => `Eine Recherche hat ${count} Kampagnen vorgeschlagen`,
  },
  hideSteps: 'Weniger zeigen',
  timeline: 'Verlauf',
  billed: (amount) => `${amount} abgerechnet`,
  clauses: {
    asked: (count) => plural(count, 'eine Frage gestellt', 'Fragen gestellt'),
    reviewing: (count) => plural(count, 'eine Änderung wartet auf eine Prüfung', 'Änderungen warten auf eine Prüfung'),
    delivered: (count) => plural(count, 'ein Zyklus abgeschlossen', 'Zyklen abgeschlossen'),
    sentBack: (count, check) =>
      plural(count, 'eine zurückgeschickt', 'zurückgeschickt') +
      (check === undefined ? ' nach der Prüfung' : `, weil „${check}“ fehlgeschlagen ist`),
    failed: (count) => plural(count, 'ein Zyklus fehlgeschlagen', 'Zyklen fehlgeschlagen'),
    stopped: (count) => plural(count, 'ein Zyklus angehalten', 'Zyklen angehalten'),
    reverted: (count) => plural(count, 'eine Änderung zurückgenommen', 'Änderungen zurückgenommen'),
    published: (count) => plural(count, 'eine Lieferung veröffentlicht', 'Lieferungen veröffentlicht'),
    approved: (count) => plural(count, 'eine Lieferung freigegeben', 'Lieferungen freigegeben'),
    changesAsked: (count) => plural(count, 'eine Änderung gewünscht', 'Änderungen gewünscht'),
    decided: (count) => plural(count, 'eine Lieferung beantwortet', 'Lieferungen beantwortet'),
    proposed: (count) => plural(count, 'ein Zyklus vorgeschlagen', 'Zyklen vorgeschlagen'),
  },
}
