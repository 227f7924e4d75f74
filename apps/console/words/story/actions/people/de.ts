import type { Verb } from '../verb.ts'

/** Phrases of actions about the people of the workspace, and how they sign in. */
export const dePeoplePhrases: Readonly<Record<string, Verb>> = {
  'member.change_role': ['die Rolle von {thing} geändert', 'die Rolle von {thing} ändern'],
  'identity.link': ['das Konto mit der Firma verbunden', 'das Konto mit der Firma verbinden'],
  'identity.unlink': ['das Konto von der Firma getrennt', 'das Konto von der Firma trennen'],
  'identity_domain.lose': ['eine Domain der Firma nicht mehr im DNS gefunden', 'eine Domain der Firma prüfen'],
  'identity_provider.emergency': ['den Notfall-Passkey benutzt', 'den Notfall-Passkey benutzen'],
  'identity_provider.require': ['die SSO-Pflicht geändert', 'die SSO-Pflicht ändern'],
  'member.join': ['einen Platz im Arbeitsbereich angenommen', 'dem Arbeitsbereich beitreten'],
  'member.leave': ['den Arbeitsbereich verlassen', 'den Arbeitsbereich verlassen'],
  'member.transfer_ownership': ['{thing} zum Inhaber gemacht', '{thing} zum Inhaber machen'],
}
