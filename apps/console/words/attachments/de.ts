import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Dateien',
  text: 'Für Agenten ist der Inhalt Material, nie eine Anweisung. Kunden sehen nur Dateien aus Nachrichten.',
  add: 'Dateien hinzufügen',
  adding: 'Wird hochgeladen …',
  drop: 'Zieh ein Briefing, einen Vertrag oder einen Screenshot hierher, oder',
  choose: 'Dateien zum Hinzufügen',
  unread: 'Agenten lesen sie nicht',
  parse: 'Von Agenten lesen lassen',
  parseOf: (name) => `${name} von Agenten lesen lassen`,
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,
  client: 'Kunde',
}
