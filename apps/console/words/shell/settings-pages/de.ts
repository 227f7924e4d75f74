import type { enSettingsGroups, enSettingsPages } from './en.ts'

export const deSettingsGroups: typeof enSettingsGroups = { workspace: 'Arbeitsbereich', you: 'Du' }

export const deSettingsPages: typeof enSettingsPages = {
  workspace: 'Allgemein',
  members: 'Mitglieder',
  'sign-in': 'SSO',
  keys: 'API-Schlüssel',
  brand: 'Marke',
  you: 'Profil und Daten',
  security: 'Sicherheit',
}
