/** Whose settings they are. */
export const enSettingsGroups = { workspace: 'Workspace', you: 'You' }

/** The names of the pages of the settings, as their tabs and the palette have them. */
export const enSettingsPages = {
  workspace: 'General',
  members: 'Members',
  'sign-in': 'Company sign-in',
  keys: 'API keys',
  brand: 'Brand',
  you: 'Profile and data',
  security: 'Security',
}
