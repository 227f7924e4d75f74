/** Texts of the errors of sign-in with a company's identity provider. */
export const deCompanyCodes: Readonly<Record<string, string>> = {
  company_sign_in_required:
    'Dein Arbeitsbereich verlangt Single Sign-on. Melde dich beim Identitätsanbieter der Firma an und versuche es dann noch einmal.',
  company_sign_in_unknown:
    'Für diese Firma gibt es hier kein Single Sign-on. Zu dieser Adresse gehört kein Identitätsanbieter. Melde dich auf andere Art an.',
  identity_provider_unreachable:
    'Der Identitätsanbieter antwortet nicht. Versuche es noch einmal oder wende dich an die Administration deiner Firma.',
  company_sign_in_expired:
    'Diese Anmeldung gilt nicht mehr. Sie wurde in einem anderen Browser oder vor mehr als zehn Minuten begonnen. Fang noch einmal an.',
  company_sign_in_refused:
    'Der Identitätsanbieter hat die Anmeldung abgelehnt. Oder seine Antwort war ungültig. Fang noch einmal an.',
  company_role_missing:
    'Du hast hier keine Rolle. Der Identitätsanbieter gibt dir keine. Bitte die Administration der Firma darum.',
  company_address_foreign:
    'Deine Adresse gehört nicht zur Firma. Ihre Domain ist hier nicht bestätigt. Frage die Administration des Arbeitsbereichs.',
  company_address_unverified:
    'Deine Adresse ist nicht bestätigt. Der Identitätsanbieter bestätigt nicht, dass sie dir gehört. Frag die Administration der Firma.',
  company_link_first: 'Du hast schon ein Konto. Melde dich wie bisher an und wähle dann Single Sign-on.',
  own_sign_in_first:
    'Melde dich zuerst selbst an. Dein Konto hat eine Adresse außerhalb der Firma. Danach funktioniert Single Sign-on.',
  company_not_member: 'Du bist hier kein Mitglied. Bitte die Administration des Arbeitsbereichs um eine Einladung.',
  company_identity_taken:
    'Das passt nicht zusammen. Die Person beim Identitätsanbieter ist mit einem anderen Konto verbunden, oder dein Konto mit einer anderen Person.',
  identity_not_linked: 'Nicht verbunden. Dein Konto ist mit diesem Identitätsanbieter nicht verbunden.',
  only_way_in:
    'Das ist dein einziger Zugang. Du hast weder Passwort noch Passkey. Wähle zuerst ein Passwort, mit „Passwort vergessen“.',
  identity_provider_unusable:
    'Der Identitätsanbieter lässt sich so nicht verwenden. Seine Beschreibung unter dieser Adresse ließ sich nicht lesen oder passt nicht.',
  company_sign_in_is_required:
    'Single Sign-on ist Pflicht. Beende zuerst die Pflicht. Dann kannst du den Aussteller ändern oder den Identitätsanbieter entfernen.',
  no_identity_provider: 'Es gibt keinen Identitätsanbieter. Speichere zuerst einen.',
  no_verified_domain: 'Es fehlt eine Domain. Bestätige zuerst eine Domain der Firma.',
  company_sign_in_not_tried:
    'Probiere es zuerst selbst. Melde dich in dieser Sitzung beim Identitätsanbieter an, damit niemand ausgesperrt wird.',
  emergency_passkey_needed:
    'Es fehlt ein Passkey für den Notfall. Nenne einen deiner Passkeys. Unter Sicherheit fügst du einen hinzu.',
  domain_there_already: 'Die Domain steht schon da. Es wurde nichts geändert.',
  too_many_domains: 'Das sind zu viele Domains. Ein Arbeitsbereich hat höchstens 20. Entferne eine.',
  domain_not_proved:
    'Der Text ist noch nicht im DNS. Bis ein neuer Eintrag überall sichtbar ist, können Stunden vergehen.',
  dns_did_not_answer: 'DNS hat nicht geantwortet. Versuche es gleich noch einmal.',
  domain_taken: 'Die Domain ist vergeben. Ein anderer Arbeitsbereich dieses Servers hat sie bestätigt.',
  last_verified_domain:
    'Das ist die letzte Domain. Single Sign-on ist Pflicht und braucht mindestens eine. Beende zuerst die Pflicht.',
}
