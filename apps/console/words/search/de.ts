import type { en } from './en.ts'

export const de: typeof en = {
  found: 'Gefunden',
  more: 'Es gibt mehr. Ein weiteres Wort engt es ein.',
  failed: 'Die Suche hat nicht geantwortet.',
  noteOf: { project: 'Projekt', cycle: 'Zyklus', task: 'Aufgabe', message: 'Nachricht' },
}
