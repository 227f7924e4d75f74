import type { enSettingsGroups, enSettingsPages } from './en.ts'

export const deSettingsGroups: typeof enSettingsGroups = { workspace: 'Arbeitsbereich', you: 'Du' }

export const deSettingsPages: typeof enSettingsPages = {
  workspace: 'Allgemein',
  models: 'Modelle',
  members: 'Mitglieder',
  'sign-in': 'Firmenanmeldung',
  keys: 'Schlüssel',
  brand: 'Marke',
  you: 'Profil',
  security: 'Sicherheit',
  data: 'Deine Daten',
}
