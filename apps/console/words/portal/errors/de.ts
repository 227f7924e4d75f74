import type { enErrors } from './en.ts'

const nothing = 'Es wurde nichts geändert.'

export const deErrors: typeof enErrors = {
  refused: 'Das ging nicht',
  notReached: {
    title: 'Der Server antwortet nicht',
    text: `${nothing} Sehen Sie nach, ob Sie online sind, und versuchen Sie es noch einmal.`,
  },
  notSent: {
    title: 'Nicht gesendet',
    text: 'Die Verbindung war eine halbe Minute lang weg. Es wurde nichts geändert. Senden Sie es noch einmal, wenn die Verbindung wieder da ist.',
  },
  unanswered: {
    title: 'Es kam keine Antwort',
    text: 'Die Verbindung brach ab, nachdem es gesendet war. Sehen Sie nach, ob es erledigt wurde, bevor Sie es noch einmal senden.',
  },
  notAtelier: {
    title: 'Etwas anderes hat geantwortet',
    text: 'Zwischen dieser Seite und dem Server antwortet etwas an seiner Stelle. Laden Sie die Seite neu.',
  },
  broken: {
    title: 'Dieser Teil der Seite ist kaputt',
    text: 'Laden Sie die Seite neu; was gesendet war, ist sicher.',
  },
  statuses: {
    400: { title: 'Das passte nicht', text: `${nothing} Prüfen Sie, was Sie geschrieben haben.` },
    401: { title: 'Sie sind abgemeldet', text: `${nothing} Melden Sie sich an und tun Sie es noch einmal.` },
    403: { title: 'Das dürfen Sie nicht', text: `${nothing} Fragen Sie die Agentur.` },
    404: { title: 'Das gibt es hier nicht', text: 'Es wurde zurückgezogen, oder es ist nicht mit Ihnen geteilt.' },
    409: { title: 'Inzwischen hat sich etwas geändert', text: `${nothing} Laden Sie die Seite neu.` },
    429: { title: 'Zu viel auf einmal', text: `${nothing} Versuchen Sie es in einer Minute noch einmal.` },
    500: { title: 'Auf dem Server ging das schief', text: 'Nennen Sie der Agentur die Nummer darunter.' },
    503: { title: 'Der Server kann das gerade nicht', text: `${nothing} Versuchen Sie es gleich noch einmal.` },
  },
  codes: {
    invalid_credentials: { title: 'Das stimmt nicht', text: 'Die Adresse oder das Passwort ist falsch.' },
    email_not_verified: {
      title: 'Ihre Adresse ist nicht bestätigt',
      text: 'Ein neuer Link ist in der Post: Öffnen Sie ihn und melden Sie sich dann an.',
    },
    no_portal_access: {
      title: 'Dieses Portal ist für Sie nicht offen',
      text: 'Bitten Sie die Agentur um eine Einladung.',
    },
    passkey_refused: {
      title: 'Der Passkey wurde nicht angenommen',
      text: 'Versuchen Sie es noch einmal, oder nehmen Sie Ihr Passwort.',
    },
    no_passkey: { title: 'Sie haben hier keinen Passkey', text: `${nothing} Geben Sie es ohne frei.` },
    no_statement: { title: 'Das dauerte zu lange', text: `${nothing} Geben Sie es noch einmal frei.` },
    signature_refused: {
      title: 'Die Unterschrift wurde nicht angenommen',
      text: `${nothing} Geben Sie es noch einmal frei.`,
    },
    approval_not_decided: {
      title: 'Das haben Sie noch nicht beantwortet',
      text: 'Es gibt keine Antwort zu ändern.',
    },
    approval_decided: {
      title: 'Das haben Sie schon entschieden',
      text: 'Was Sie zuerst entschieden haben, bleibt.',
    },
    not_the_reviewer: {
      title: 'Jemand anderes wurde gefragt',
      text: `${nothing} Nur diese Person kann es entscheiden.`,
    },
    deliverable_withdrawn: {
      title: 'Es wurde zurückgezogen',
      text: `${nothing} Sie werden wieder gefragt, wenn es fertig ist.`,
    },
    deliverable_republished: {
      title: 'Das hat sich geändert, seit Sie es geöffnet haben',
      text: `${nothing} Es gibt eine neuere Version: Sehen Sie sich diese an.`,
    },
    deliverable_changed: {
      title: 'Das wird gerade geändert',
      text: `${nothing} Sie werden wieder gefragt, wenn die nächste Version fertig ist.`,
    },
    request_not_pending: { title: 'Das ist erledigt', text: 'Jemand hat es vorher beantwortet, und das bleibt.' },
    nothing_to_try: { title: 'Alles ist erprobt', text: `${nothing} Sagen Sie Ja oder Nein dazu.` },
    project_creation_not_granted: {
      title: 'Neue Projekte sind für Sie nicht offen',
      text: `${nothing} Fragen Sie die Agentur.`,
    },
    project_archived: { title: 'Dieses Projekt ist abgeschlossen', text: `${nothing} Es kann gelesen werden.` },
    invalid_request: { title: 'Etwas passt nicht', text: `${nothing} Prüfen Sie, was Sie geschrieben haben.` },
    idempotency_in_progress: { title: 'Das ist schon unterwegs', text: 'Das erste der beiden zählt.' },
  },
}
