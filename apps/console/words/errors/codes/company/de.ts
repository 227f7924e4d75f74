import type { ErrorText } from '../../en.ts'

/** Texts of the errors of sign-in with a company's identity provider. */
export const deCompanyCodes: Readonly<Record<string, ErrorText>> = {
  company_sign_in_required: {
    title: 'Dein Arbeitsbereich verlangt die Firmenanmeldung',
    text: 'Melde dich beim Anmeldedienst der Firma an und versuche es dann noch einmal.',
  },
  company_sign_in_unknown: {
    title: 'Diese Firma meldet sich hier nicht so an',
    text: 'Zu dieser Adresse gehört kein Anmeldedienst. Melde dich anders an.',
  },
  identity_provider_unreachable: {
    title: 'Der Anmeldedienst antwortet nicht',
    text: 'Versuche es noch einmal, oder sage es der Administration deiner Firma.',
  },
  company_sign_in_expired: {
    title: 'Diese Anmeldung gilt nicht mehr',
    text: 'Sie begann in einem anderen Browser oder vor mehr als zehn Minuten. Beginne noch einmal.',
  },
  company_sign_in_refused: {
    title: 'Der Anmeldedienst hat abgelehnt',
    text: 'Oder seine Antwort stimmt nicht. Beginne noch einmal.',
  },
  company_role_missing: {
    title: 'Du hast hier keine Rolle',
    text: 'Der Anmeldedienst gibt dir keine. Bitte die Administration der Firma darum.',
  },
  company_address_foreign: {
    title: 'Deine Adresse gehört nicht zur Firma',
    text: 'Ihre Domain ist hier nicht bestätigt. Frage die Administration des Arbeitsbereichs.',
  },
  company_address_unverified: {
    title: 'Deine Adresse ist nicht bestätigt',
    text: 'Der Anmeldedienst sagt nicht, dass sie dir gehört. Frage die Administration der Firma.',
  },
  company_link_first: {
    title: 'Du hast schon ein Konto',
    text: 'Melde dich so an wie bisher, und wähle dann die Firmenanmeldung.',
  },
  own_sign_in_first: {
    title: 'Melde dich zuerst selbst an',
    text: 'Dein Konto hat eine Adresse außerhalb der Firma. Danach geht die Firmenanmeldung.',
  },
  company_not_member: {
    title: 'Du hast hier keinen Platz',
    text: 'Bitte die Administration des Arbeitsbereichs um eine Einladung.',
  },
  company_identity_taken: {
    title: 'Das passt nicht zusammen',
    text: 'Zu dieser Person beim Anmeldedienst gehört ein anderes Konto, oder zu deinem eine andere Person.',
  },
  identity_not_linked: { title: 'Nicht verbunden', text: 'Dein Konto ist mit diesem Anmeldedienst nicht verbunden.' },
  only_way_in: {
    title: 'Das ist dein einziger Zugang',
    text: 'Du hast weder Passwort noch Passkey. Wähle zuerst ein Passwort, mit „Passwort vergessen“.',
  },
  identity_provider_unusable: {
    title: 'Der Anmeldedienst ist so nicht zu gebrauchen',
    text: 'Seine Beschreibung unter dieser Adresse wurde nicht gelesen oder passt nicht.',
  },
  company_sign_in_is_required: {
    title: 'Die Firmenanmeldung ist Pflicht',
    text: 'Beende zuerst die Pflicht. Dann kannst du den Aussteller ändern oder den Anmeldedienst entfernen.',
  },
  no_identity_provider: { title: 'Es gibt keinen Anmeldedienst', text: 'Speichere zuerst einen.' },
  no_verified_domain: { title: 'Es fehlt eine Domain', text: 'Bestätige zuerst eine Domain der Firma.' },
  company_sign_in_not_tried: {
    title: 'Probiere es zuerst selbst',
    text: 'Melde dich in dieser Sitzung beim Anmeldedienst an, damit niemand ausgesperrt wird.',
  },
  emergency_passkey_needed: {
    title: 'Es fehlt ein Passkey für den Notfall',
    text: 'Nenne einen deiner Passkeys. Unter Sicherheit fügst du einen hinzu.',
  },
  domain_there_already: { title: 'Die Domain steht schon da', text: 'Es wurde nichts geändert.' },
  too_many_domains: { title: 'Das sind zu viele Domains', text: 'Ein Arbeitsbereich hat höchstens 20. Entferne eine.' },
  domain_not_proved: {
    title: 'Der Text ist noch nicht im DNS',
    text: 'Ein neuer Eintrag kann Stunden brauchen, bis er überall zu sehen ist.',
  },
  dns_did_not_answer: { title: 'DNS hat nicht geantwortet', text: 'Versuche es gleich noch einmal.' },
  domain_taken: {
    title: 'Die Domain ist vergeben',
    text: 'Ein anderer Arbeitsbereich dieses Servers hat sie bestätigt.',
  },
  last_verified_domain: {
    title: 'Das ist die letzte Domain',
    text: 'Die Firmenanmeldung ist Pflicht und braucht eine. Beende zuerst die Pflicht.',
  },
}
