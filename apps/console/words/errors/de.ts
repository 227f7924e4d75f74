import type { enErrors } from './en.ts'

const nothing = 'Es wurde nichts geändert.'

export const deErrors: typeof enErrors = {
  refused: 'Das ging nicht',
  isServerLanguage: false,
  notReached: { title: 'Der Server antwortet nicht', text: 'Sieh nach, ob er läuft, und versuche es noch einmal.' },
  notSent: {
    title: 'Nicht gesendet',
    text: 'Der Server hat eine halbe Minute lang nicht geantwortet. Es wurde nichts geändert. Sende es noch einmal, wenn die Verbindung wieder da ist.',
  },
  unanswered: {
    title: 'Es kam keine Antwort',
    text: 'Die Verbindung brach ab, nachdem es gesendet war. Sieh nach, ob es erledigt wurde, bevor du es noch einmal sendest.',
  },
  notAtelier: {
    title: 'Etwas anderes hat geantwortet',
    text: 'Zwischen dieser Seite und dem Server antwortet etwas an seiner Stelle. Lade die Seite neu.',
  },
  broken: {
    title: 'Dieser Teil der Seite ist kaputt',
    text: 'Lade die Seite neu. Gespeichertes ist sicher.',
  },
  statuses: {
    401: { title: 'Du bist abgemeldet', text: `${nothing} Melde dich an und tu es noch einmal.` },
    403: {
      title: 'Das darfst du nicht',
      text: `${nothing} Wem der Arbeitsbereich gehört oder wer ihn verwaltet, kann es.`,
    },
    404: { title: 'Nicht gefunden', text: 'Es wurde entfernt, oder du darfst es nicht sehen.' },
    429: { title: 'Zu viele Anfragen', text: `${nothing} Warte eine Minute und versuche es noch einmal.` },
    500: {
      title: 'Auf dem Server ist etwas schiefgegangen',
      text: 'Gib deinem Betreiber die Nummer dieser Anfrage: Das Protokoll nennt den Grund.',
    },
    503: { title: 'Der Server kann das gerade nicht', text: `${nothing} Versuche es gleich noch einmal.` },
  },
}
