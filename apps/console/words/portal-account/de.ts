import type { en } from './en.ts'

export const de: typeof en = {
  signIn: 'Anmeldung',
  passkeyText: 'Mit einem Passkey melden Sie sich ohne Passwort an.',
  unnamed: 'Passkey',
  since: (date) => `seit ${date}`,
  password: 'Passwort ändern',
  letters: 'E-Mails',
  lettersText: 'Rechnungen gehen an die Rechnungsadresse Ihrer Firma.',
  approvals: 'Wenn etwas auf Ihre Freigabe wartet',
  requests: 'Wenn eine Frage auf Sie wartet',
  look: 'Aussehen',
  data: 'Ihre Daten',
  dataText: 'Alles, was hier über Sie gespeichert ist, in einer Datei.',
  download: 'Ihre Daten herunterladen',
}
