import type { enErrors } from './en.ts'

const nothing = 'Es wurde nichts geändert.'

export const deErrors: typeof enErrors = {
  refused: 'Das hat nicht geklappt',
  isServerLanguage: false,
  notReached: 'Der Server antwortet nicht. Sieh nach, ob er läuft, und versuche es noch einmal.',
  notSent:
    'Nicht gesendet. Der Server hat eine halbe Minute lang nicht geantwortet. Es wurde nichts geändert. Sende es noch einmal, wenn die Verbindung wieder da ist.',
  unanswered:
    'Es kam keine Antwort. Die Verbindung ist nach dem Senden abgebrochen. Sieh nach, ob es angekommen ist, bevor du es noch einmal sendest.',
  notAtelier: 'Unerwartete Antwort. Statt des Servers hat etwas dazwischen geantwortet. Lade die Seite neu.',
  broken: 'Dieser Teil der Seite funktioniert gerade nicht. Lade die Seite neu. Gespeichertes geht nicht verloren.',
  statuses: {
    401: `Du bist abgemeldet. ${nothing} Melde dich an und versuche es noch einmal.`,
    403: `Das darfst du nicht. ${nothing} Das können Inhaber und Administratoren des Arbeitsbereichs.`,
    404: 'Nicht gefunden. Der Inhalt wurde entfernt, oder du darfst ihn nicht sehen.',
    429: `Zu viele Anfragen. ${nothing} Warte eine Minute und versuche es noch einmal.`,
    500: 'Auf dem Server ist etwas schiefgegangen. Gib dem Betreiber die Nummer dieser Anfrage; den Grund nennt das Protokoll.',
    503: `Der Server kann das gerade nicht. ${nothing} Versuche es gleich noch einmal.`,
  },
}
