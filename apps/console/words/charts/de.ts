import type { en } from './en.ts'

export const de: typeof en = {
  what: 'Was',
  asTable: 'Als Tabelle',
  download: 'CSV herunterladen',
  downloadOf: (title) => `CSV herunterladen: ${title}`,
  nothingYet: 'Noch nichts gemessen.',
}
