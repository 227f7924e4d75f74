import type { enSettingsPages } from './en.ts'

export const deSettingsPages: typeof enSettingsPages = {
  workspace: 'Arbeitsbereich',
  models: 'Modelle',
  members: 'Mitglieder',
  'sign-in': 'Firmenanmeldung',
  keys: 'Schlüssel',
  brand: 'Marke',
  you: 'Profil',
  security: 'Sicherheit',
  data: 'Deine Daten',
}
