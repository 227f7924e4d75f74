import type { enErrors } from './en.ts'

const nothing = 'Es wurde nichts geändert.'

export const deErrors: typeof enErrors = {
  refused: 'Das hat nicht geklappt',
  notReached: `Der Server antwortet nicht. ${nothing} Sehen Sie nach, ob Sie online sind, und versuchen Sie es noch einmal.`,
  notSent:
    'Nicht gesendet. Die Verbindung war eine halbe Minute lang unterbrochen. Es wurde nichts geändert. Senden Sie es noch einmal, wenn die Verbindung wieder da ist.',
  unanswered:
    'Es kam keine Antwort. Die Verbindung ist nach dem Senden abgebrochen. Sehen Sie nach, ob alles angekommen ist, bevor Sie es noch einmal senden.',
  notAtelier: 'Unerwartete Antwort. Statt des Servers hat etwas dazwischen geantwortet. Laden Sie die Seite neu.',
  broken:
    'Dieser Teil der Seite funktioniert gerade nicht. Laden Sie die Seite neu. Was Sie schon gesendet haben, ist sicher.',
  statuses: {
    400: `Die Eingabe passt nicht. ${nothing} Prüfen Sie Ihre Angaben.`,
    401: `Sie sind abgemeldet. ${nothing} Melden Sie sich an und versuchen Sie es noch einmal.`,
    403: `Das dürfen Sie nicht. ${nothing} Fragen Sie die Agentur.`,
    404: 'Nicht gefunden. Vielleicht wurde der Inhalt zurückgezogen, oder er ist nicht mit Ihnen geteilt.',
    409: `Inzwischen hat sich etwas geändert. ${nothing} Laden Sie die Seite neu.`,
    429: `Zu viele Anfragen. ${nothing} Versuchen Sie es in einer Minute noch einmal.`,
    500: 'Auf dem Server ist etwas schiefgegangen. Nennen Sie der Agentur die Nummer darunter.',
    503: `Der Server kann das gerade nicht. ${nothing} Versuchen Sie es gleich noch einmal.`,
  },
  codes: {
    invalid_credentials: 'Anmeldung nicht möglich. Die Adresse oder das Passwort ist falsch.',
    email_not_verified:
      'Ihre Adresse ist nicht bestätigt. Wir haben Ihnen einen neuen Link gemailt. Öffnen Sie ihn und melden Sie sich dann an.',
    no_portal_access: 'Sie haben keinen Zugang zu diesem Portal. Bitten Sie die Agentur um eine Einladung.',
    passkey_refused:
      'Der Passkey wurde nicht angenommen. Versuchen Sie es noch einmal oder melden Sie sich mit Ihrem Passwort an.',
    no_passkey: `Sie haben hier keinen Passkey. ${nothing} Geben Sie ohne Passkey frei.`,
    no_statement: `Das hat zu lange gedauert. ${nothing} Geben Sie es noch einmal frei.`,
    signature_refused: `Die Unterschrift wurde nicht angenommen. ${nothing} Geben Sie es noch einmal frei.`,
    approval_not_decided: 'Das haben Sie noch nicht beantwortet. Es gibt keine Antwort zu ändern.',
    approval_decided: 'Das haben Sie schon entschieden. Ihre erste Entscheidung bleibt bestehen.',
    not_the_reviewer: `Jemand anderes wurde gefragt. ${nothing} Nur diese Person kann es entscheiden.`,
    deliverable_withdrawn: `Es wurde zurückgezogen. ${nothing} Sobald es fertig ist, werden Sie erneut gefragt.`,
    deliverable_republished: `Das hat sich geändert, seit Sie es geöffnet haben. ${nothing} Es gibt eine neuere Version. Sehen Sie sich diese an.`,
    deliverable_changed: `Das wird gerade geändert. ${nothing} Sobald die nächste Version fertig ist, werden Sie erneut gefragt.`,
    request_not_pending: 'Das ist erledigt. Jemand hat schon vor Ihnen geantwortet.',
    nothing_to_try: `Alles ist schon erprobt. ${nothing} Entscheiden Sie mit Ja oder Nein.`,
    project_creation_not_granted: `Sie dürfen keine neuen Projekte anlegen. ${nothing} Fragen Sie die Agentur.`,
    project_archived: `Dieses Projekt ist abgeschlossen. ${nothing} Sie können es nur noch ansehen.`,
    invalid_request: `Die Eingabe passt nicht. ${nothing} Prüfen Sie Ihre Angaben.`,
    idempotency_in_progress: 'Das wird schon gesendet. Es zählt, was Sie zuerst gesendet haben.',
  },
}
