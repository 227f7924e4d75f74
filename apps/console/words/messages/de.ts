import type { en } from './en.ts'
import { plural } from '../plural.ts'

export const de: typeof en = {
  title: 'Nachrichten',
  allAnswered: 'Du hast alle Nachrichten von Kunden beantwortet.',
  none: 'Keine Nachrichten von Kunden',
  noneText: 'Was ein Kunde im Portal schreibt, erscheint hier.',
  openClients: 'Kunden öffnen',
  waits: 'Wartet auf eine Antwort',
  answer: 'Antworten',
  answerTo: (who) => `Antwort an ${who}`,
  somebody: 'Jemand',
  toAnswer: 'Wartet auf Antwort',
  others: 'Beantwortet',
  link: (count) =>
    `${plural(count, 'Nachricht eines Kunden wartet', 'Nachrichten von Kunden warten')} auf eine Antwort`,
  message: 'Nachricht',
  wrote: (who, excerpt) => `${who}: „${excerpt}“`,
  ofThis: (client) => `Dein Team und ${client} sehen diese Unterhaltung.`,
  makeCycle: 'Als Zyklus anlegen',
  nothingSaid: 'In diesem Projekt hat noch niemand etwas geschrieben.',
  earlier: 'Frühere Nachrichten zeigen',
  write: 'Nachricht schreiben',
  missing: 'Schreib erst einen Satz.',
  send: 'Senden',
  sending: 'Wird gesendet…',
  you: 'Du',
  client: 'Kunde',
  agent: 'Agent',
}
