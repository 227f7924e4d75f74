import type { enConflict } from './en.ts'

export const deConflict: typeof enConflict = {
  title: 'Jemand anderes hat das geändert. Jetzt steht dort:',
  emptied: 'nichts',
  takeTheirs: 'Das nehmen',
  keepMine: 'Meins behalten',
  save: 'Speichern',
  saving: 'Speichert…',
  saved: 'Gespeichert',
  discard: 'Verwerfen',
}
