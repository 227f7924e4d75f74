import type { enErrors } from './en.ts'

const nothing = 'Es wurde nichts geändert.'

export const deErrors: typeof enErrors = {
  refused: 'Das hat nicht geklappt',
  isServerLanguage: false,
  notReached: { title: 'Der Server antwortet nicht', text: 'Sieh nach, ob er läuft, und versuche es noch einmal.' },
  notSent: {
    title: 'Nicht gesendet',
    text: 'Der Server hat eine halbe Minute lang nicht geantwortet. Es wurde nichts geändert. Sende es noch einmal, wenn die Verbindung wieder da ist.',
  },
  unanswered: {
    title: 'Es kam keine Antwort',
    text: 'Die Verbindung ist nach dem Senden abgebrochen. Sieh nach, ob es angekommen ist, bevor du es noch einmal sendest.',
  },
  notAtelier: {
    title: 'Unerwartete Antwort',
    text: 'Statt des Servers hat etwas dazwischen geantwortet. Lade die Seite neu.',
  },
  broken: {
    title: 'Dieser Teil der Seite funktioniert gerade nicht',
    text: 'Lade die Seite neu. Gespeichertes geht nicht verloren.',
  },
  statuses: {
    401: { title: 'Du bist abgemeldet', text: `${nothing} Melde dich an und versuche es noch einmal.` },
    403: {
      title: 'Das darfst du nicht',
      text: `${nothing} Das können Inhaber und Administratoren des Arbeitsbereichs.`,
    },
    404: { title: 'Nicht gefunden', text: 'Der Inhalt wurde entfernt, oder du darfst ihn nicht sehen.' },
    429: { title: 'Zu viele Anfragen', text: `${nothing} Warte eine Minute und versuche es noch einmal.` },
    500: {
      title: 'Auf dem Server ist etwas schiefgegangen',
      text: 'Gib dem Betreiber die Nummer dieser Anfrage; den Grund nennt das Protokoll.',
    },
    503: { title: 'Der Server kann das gerade nicht', text: `${nothing} Versuche es gleich noch einmal.` },
  },
}
