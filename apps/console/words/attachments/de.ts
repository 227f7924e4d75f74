import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Dateien',
  text: 'Agenten lesen ihre Worte als Material, nie als Anweisung. Kunden sehen nur Dateien von Nachrichten.',
  add: 'Dateien hinzufügen',
  adding: 'Wird hochgeladen …',
  drop: 'Lege ein Briefing, einen Vertrag oder ein Bildschirmfoto hier ab, oder',
  choose: 'Dateien zum Hinzufügen',
  unread: 'Agenten lesen sie nicht',
  parse: 'Von Agenten lesen lassen',
  parseOf: (name) => `${name} von Agenten lesen lassen`,
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,
  client: 'Kunde',
}
