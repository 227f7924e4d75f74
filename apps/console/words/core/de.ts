import { deErrors } from '../errors/de.ts'
import { deRules } from '../errors/rules/de.ts'
import { deCodes } from '../errors/codes/de.ts'
import type { enCore } from './en.ts'

export const deCore: typeof enCore = {
  loading: 'Lädt',
  tryAgain: 'Erneut versuchen',
  copyRequest: 'Nummer der Anfrage kopieren',
  copied: 'Kopiert',
  request: (id) => `Anfrage ${id}`,
  cancel: 'Abbrechen',
  keep: 'Behalten',
  showMore: 'Mehr zeigen',
  orMore: (count) => `${count}+`,
  shownOf: (shown, all) => `${shown} von ${all} gezeigt`,
  firstOf: (shown) => `Die ersten ${shown}; es gibt weitere.`,
  theme: 'Darstellung',
  themes: { auto: 'Automatisch', light: 'Hell', dark: 'Dunkel' },
  language: 'Sprache',
  show: 'Zeigen',
  hide: 'Verbergen',
  pageWaits: {
    title: 'Diese Seite ist noch nicht geladen',
    text: 'Der Server antwortet nicht. Sobald er wieder antwortet, öffnet sich die Seite von selbst.',
  },
  notThere: {
    title: 'Seite nicht gefunden',
    text: 'Die Adresse stimmt nicht, oder die Seite wurde entfernt oder liegt in einem anderen Arbeitsbereich.',
    home: 'Zum Start',
  },
  errors: { ...deErrors, codes: deCodes },
  rules: deRules,
}
