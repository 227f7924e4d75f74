import type { enErrors } from './en.ts'

const nothing = 'Es wurde nichts geändert.'

export const deErrors: typeof enErrors = {
  refused: 'Das hat nicht geklappt',
  notReached: {
    title: 'Der Server antwortet nicht',
    text: `${nothing} Sehen Sie nach, ob Sie online sind, und versuchen Sie es noch einmal.`,
  },
  notSent: {
    title: 'Nicht gesendet',
    text: 'Die Verbindung war eine halbe Minute lang unterbrochen. Es wurde nichts geändert. Senden Sie es noch einmal, wenn die Verbindung wieder da ist.',
  },
  unanswered: {
    title: 'Es kam keine Antwort',
    text: 'Die Verbindung ist nach dem Senden abgebrochen. Sehen Sie nach, ob alles angekommen ist, bevor Sie es noch einmal senden.',
  },
  notAtelier: {
    title: 'Unerwartete Antwort',
    text: 'Statt des Servers hat etwas dazwischen geantwortet. Laden Sie die Seite neu.',
  },
  broken: {
    title: 'Dieser Teil der Seite funktioniert gerade nicht',
    text: 'Laden Sie die Seite neu. Was Sie schon gesendet haben, ist sicher.',
  },
  statuses: {
    400: { title: 'Die Eingabe passt nicht', text: `${nothing} Prüfen Sie Ihre Angaben.` },
    401: { title: 'Sie sind abgemeldet', text: `${nothing} Melden Sie sich an und versuchen Sie es noch einmal.` },
    403: { title: 'Das dürfen Sie nicht', text: `${nothing} Fragen Sie die Agentur.` },
    404: { title: 'Nicht gefunden', text: 'Der Inhalt wurde zurückgezogen oder ist nicht mit Ihnen geteilt.' },
    409: { title: 'Inzwischen hat sich etwas geändert', text: `${nothing} Laden Sie die Seite neu.` },
    429: { title: 'Zu viele Anfragen', text: `${nothing} Versuchen Sie es in einer Minute noch einmal.` },
    500: { title: 'Auf dem Server ist etwas schiefgegangen', text: 'Nennen Sie der Agentur die Nummer darunter.' },
    503: { title: 'Der Server kann das gerade nicht', text: `${nothing} Versuchen Sie es gleich noch einmal.` },
  },
  codes: {
    invalid_credentials: { title: 'Anmeldung nicht möglich', text: 'Die Adresse oder das Passwort ist falsch.' },
    email_not_verified: {
      title: 'Ihre Adresse ist nicht bestätigt',
      text: 'Wir haben Ihnen einen neuen Link gemailt. Öffnen Sie ihn und melden Sie sich dann an.',
    },
    no_portal_access: {
      title: 'Sie haben keinen Zugang zu diesem Portal',
      text: 'Bitten Sie die Agentur um eine Einladung.',
    },
    passkey_refused: {
      title: 'Der Passkey wurde nicht angenommen',
      text: 'Versuchen Sie es noch einmal oder melden Sie sich mit Ihrem Passwort an.',
    },
    no_passkey: { title: 'Sie haben hier keinen Passkey', text: `${nothing} Geben Sie ohne Passkey frei.` },
    no_statement: { title: 'Das hat zu lange gedauert', text: `${nothing} Geben Sie es noch einmal frei.` },
    signature_refused: {
      title: 'Die Unterschrift wurde nicht angenommen',
      text: `${nothing} Geben Sie es noch einmal frei.`,
    },
    approval_not_decided: { title: 'Das haben Sie noch nicht beantwortet', text: 'Es gibt keine Antwort zu ändern.' },
    approval_decided: { title: 'Das haben Sie schon entschieden', text: 'Ihre erste Entscheidung bleibt bestehen.' },
    not_the_reviewer: {
      title: 'Jemand anderes wurde gefragt',
      text: `${nothing} Nur diese Person kann es entscheiden.`,
    },
    deliverable_withdrawn: {
      title: 'Es wurde zurückgezogen',
      text: `${nothing} Sobald es fertig ist, werden Sie erneut gefragt.`,
    },
    deliverable_republished: {
      title: 'Das hat sich geändert, seit Sie es geöffnet haben',
      text: `${nothing} Es gibt eine neuere Version. Sehen Sie sich diese an.`,
    },
    deliverable_changed: {
      title: 'Das wird gerade geändert',
      text: `${nothing} Sobald die nächste Version fertig ist, werden Sie erneut gefragt.`,
    },
    request_not_pending: { title: 'Das ist erledigt', text: 'Jemand hat schon vor Ihnen geantwortet.' },
    nothing_to_try: { title: 'Alles ist schon erprobt', text: `${nothing} Entscheiden Sie mit Ja oder Nein.` },
    project_creation_not_granted: {
      title: 'Sie dürfen keine neuen Projekte anlegen',
      text: `${nothing} Fragen Sie die Agentur.`,
    },
    project_archived: { title: 'Dieses Projekt ist abgeschlossen', text: `${nothing} Sie können es nur noch ansehen.` },
    invalid_request: { title: 'Die Eingabe passt nicht', text: `${nothing} Prüfen Sie Ihre Angaben.` },
    idempotency_in_progress: { title: 'Das wird schon gesendet', text: 'Es zählt, was Sie zuerst gesendet haben.' },
  },
}
