import type { en } from './en.ts'

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

export const de: typeof en = {
  title: 'Nachrichten',
  waiting: (count) =>
    count === 0
      ? 'Jede Nachricht eines Kunden ist beantwortet.'
      : `${plural(count, 'Unterhaltung wartet', 'Unterhaltungen warten')} auf eine Antwort.`,
  none: 'Keine Nachrichten von Kunden',
  noneText: 'Was ein Kunde im Portal schreibt, erscheint hier.',
  openClients: 'Kunden öffnen',
  waits: 'Wartet auf eine Antwort',
  answered: 'Beantwortet',
  answer: 'Antworten',
  answerTo: (who) => `Antwort an ${who}`,
  somebody: 'Jemand',
  toAnswer: 'Zu beantworten',
  others: 'Beantwortet',
  othersNone: 'Hier stehen die Unterhaltungen, die du beantwortet hast.',
  link: (count) =>
    `${plural(count, 'Nachricht eines Kunden wartet', 'Nachrichten von Kunden warten')} auf eine Antwort`,
  message: 'Nachricht',
  wrote: (who, excerpt) => `${who}: „${excerpt}“`,
  linkAll: 'Nachrichten von Kunden',
  ofThis:
    'Dein Team und die Kunden dieses Projekts lesen mit. Agenten handeln nach Nachrichten von Personen, die hier Arbeit starten dürfen.',
  makeCycle: 'Zyklus daraus machen',
  nothingSaid: 'In diesem Projekt hat noch niemand etwas geschrieben.',
  earlier: 'Frühere Nachrichten zeigen',
  write: 'Nachricht schreiben',
  missing: 'Schreib erst einen Satz.',
  send: 'Senden',
  sending: 'Wird gesendet…',
  you: 'Du',
  client: 'Kunde',
  agent: 'Agent',
  toAll: 'Alle Nachrichten von Kunden',
}
