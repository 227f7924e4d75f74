import type { en } from './en.ts'

export const de: typeof en = {
  signIn: {
    title: 'Anmelden',
    text: 'an der Konsole dieses Servers:',
    passkey: 'Mit einem Passkey anmelden',
    or: 'oder',
    email: 'Mailadresse',
    password: 'Passwort',
    missingEmail: 'Schreibe deine Mailadresse.',
    missingPassword: 'Schreibe dein Passwort.',
    button: 'Anmelden',
    busy: 'Wird angemeldet…',
    forgot: 'Ich habe mein Passwort vergessen',
    expired: 'Deine Sitzung ist zu Ende. Melde dich an, dann geht es dort weiter, wo du warst.',
    passkeyFailed: 'Der Passkey wurde nicht benutzt. Versuche es noch einmal, oder nimm dein Passwort.',
  },
  letter: {
    absent: 'Hier ist nichts für dich',
    absentText: 'Es wurde zurückgezogen, oder das angemeldete Konto darf es nicht sehen.',
    another: 'Mit einem anderen Konto anmelden',
  },
}
