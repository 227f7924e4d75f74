import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Ergebnis',
  verdict: 'Urteil',
  revision: 'Revision',
  number: (number) => `Revision ${number}`,
  openRevision: 'Revision öffnen',
  took: 'Dauer',
  deliver: 'Liefern',
  followUp: 'Weiter daran arbeiten',
}
