import type { ErrorText } from '../../en.ts'

/** Texts of the errors of sign-in with a company's identity provider. */
export const deCompanyCodes: Readonly<Record<string, ErrorText>> = {
  company_sign_in_required: {
    title: 'Dein Arbeitsbereich verlangt Single Sign-on',
    text: 'Melde dich beim Identitätsanbieter der Firma an und versuche es dann noch einmal.',
  },
  company_sign_in_unknown: {
    title: 'Für diese Firma gibt es hier kein Single Sign-on',
    text: 'Zu dieser Adresse gehört kein Identitätsanbieter. Melde dich auf andere Art an.',
  },
  identity_provider_unreachable: {
    title: 'Der Identitätsanbieter antwortet nicht',
    text: 'Versuche es noch einmal oder wende dich an die Administration deiner Firma.',
  },
  company_sign_in_expired: {
    title: 'Diese Anmeldung gilt nicht mehr',
    text: 'Sie wurde in einem anderen Browser oder vor mehr als zehn Minuten begonnen. Fang noch einmal an.',
  },
  company_sign_in_refused: {
    title: 'Der Identitätsanbieter hat die Anmeldung abgelehnt',
    text: 'Oder seine Antwort war ungültig. Fang noch einmal an.',
  },
  company_role_missing: {
    title: 'Du hast hier keine Rolle',
    text: 'Der Identitätsanbieter gibt dir keine. Bitte die Administration der Firma darum.',
  },
  company_address_foreign: {
    title: 'Deine Adresse gehört nicht zur Firma',
    text: 'Ihre Domain ist hier nicht bestätigt. Frage die Administration des Arbeitsbereichs.',
  },
  company_address_unverified: {
    title: 'Deine Adresse ist nicht bestätigt',
    text: 'Der Identitätsanbieter bestätigt nicht, dass sie dir gehört. Frag die Administration der Firma.',
  },
  company_link_first: {
    title: 'Du hast schon ein Konto',
    text: 'Melde dich wie bisher an und wähle dann Single Sign-on.',
  },
  own_sign_in_first: {
    title: 'Melde dich zuerst selbst an',
    text: 'Dein Konto hat eine Adresse außerhalb der Firma. Danach funktioniert Single Sign-on.',
  },
  company_not_member: {
    title: 'Du bist hier kein Mitglied',
    text: 'Bitte die Administration des Arbeitsbereichs um eine Einladung.',
  },
  company_identity_taken: {
    title: 'Das passt nicht zusammen',
    text: 'Die Person beim Identitätsanbieter ist mit einem anderen Konto verbunden, oder dein Konto mit einer anderen Person.',
  },
  identity_not_linked: {
    title: 'Nicht verbunden',
    text: 'Dein Konto ist mit diesem Identitätsanbieter nicht verbunden.',
  },
  only_way_in: {
    title: 'Das ist dein einziger Zugang',
    text: 'Du hast weder Passwort noch Passkey. Wähle zuerst ein Passwort, mit „Passwort vergessen“.',
  },
  identity_provider_unusable: {
    title: 'Der Identitätsanbieter lässt sich so nicht verwenden',
    text: 'Seine Beschreibung unter dieser Adresse ließ sich nicht lesen oder passt nicht.',
  },
  company_sign_in_is_required: {
    title: 'Single Sign-on ist Pflicht',
    text: 'Beende zuerst die Pflicht. Dann kannst du den Aussteller ändern oder den Identitätsanbieter entfernen.',
  },
  no_identity_provider: { title: 'Es gibt keinen Identitätsanbieter', text: 'Speichere zuerst einen.' },
  no_verified_domain: { title: 'Es fehlt eine Domain', text: 'Bestätige zuerst eine Domain der Firma.' },
  company_sign_in_not_tried: {
    title: 'Probiere es zuerst selbst',
    text: 'Melde dich in dieser Sitzung beim Identitätsanbieter an, damit niemand ausgesperrt wird.',
  },
  emergency_passkey_needed: {
    title: 'Es fehlt ein Passkey für den Notfall',
    text: 'Nenne einen deiner Passkeys. Unter Sicherheit fügst du einen hinzu.',
  },
  domain_there_already: { title: 'Die Domain steht schon da', text: 'Es wurde nichts geändert.' },
  too_many_domains: { title: 'Das sind zu viele Domains', text: 'Ein Arbeitsbereich hat höchstens 20. Entferne eine.' },
  domain_not_proved: {
    title: 'Der Text ist noch nicht im DNS',
    text: 'Bis ein neuer Eintrag überall sichtbar ist, können Stunden vergehen.',
  },
  dns_did_not_answer: { title: 'DNS hat nicht geantwortet', text: 'Versuche es gleich noch einmal.' },
  domain_taken: {
    title: 'Die Domain ist vergeben',
    text: 'Ein anderer Arbeitsbereich dieses Servers hat sie bestätigt.',
  },
  last_verified_domain: {
    title: 'Das ist die letzte Domain',
    text: 'Single Sign-on ist Pflicht und braucht mindestens eine. Beende zuerst die Pflicht.',
  },
}
