import type { en } from './en.ts'

export const de: typeof en = {
  title: 'E-Mails',
  none: 'Nicht per E-Mail gesendet',
  noAddress:
    'Die Rechnung hat keine E-Mail-Adresse, und nach dem Entwurf lässt sie sich nicht ergänzen. Sende das PDF selbst.',
  send: 'Per E-Mail senden',
  sendAgain: 'Noch einmal senden',
  sendTitle: (number, address) => `${number} an ${address} senden?`,
  sendText:
    'Die E-Mail enthält das PDF und, wenn vollständig, die elektronische Rechnung. Das lässt sich nicht zurücknehmen.',
  sendEvidence: 'Mit Nachweisen: worauf jede Position beruht, als zweites PDF',
  sendButton: 'E-Mail senden',
  sending: 'Wird gesendet …',
  keep: 'Nicht jetzt',
  wasWritten: 'Die E-Mail wird gesendet',
  pdf: 'PDF herunterladen',
  kinds: { invoice: 'Rechnung', reminder: 'Erinnerung' },
  states: {
    waiting: 'wartet auf den Versand',
    sent: 'vom Mailserver angenommen',
    outbox: 'im Ausgangsordner: dieser Server hat keinen Mailserver',
    refused: 'abgelehnt',
    withdrawn: 'zurückgezogen: die Rechnung hat sich geändert',
    removed: 'vor dem Versand entfernt',
  },
  withXml: 'mit PDF und elektronischer Rechnung',
  withoutXml: 'mit PDF',
  withEvidence: 'mit Nachweisen',
  sentAs: { pdf: 'Gesendetes PDF', xml: 'Gesendete elektronische Rechnung', evidence: 'Gesendete Nachweise' },
  codes: {
    invoice_not_encodable:
      'Das PDF kann ein Zeichen nicht zeigen. Die Rechnungsangaben haben eine Einstellung für alle Schriften. Was keine Schrift hat, bleibt abgelehnt.',
    invoice_changed: 'Sie wurde inzwischen bezahlt oder storniert. Es wurde nichts gesendet. Sende sie noch einmal.',
    invoice_evidence_changed:
      'Worauf sie beruht, hat sich inzwischen geändert. Es wurde nichts gesendet. Sieh dir ihre Positionen an und sende sie noch einmal.',
    invoice_evidence_unmade:
      'Das PDF der Nachweise ließ sich nicht machen. Es wurde nichts gesendet. Versuche es noch einmal, oder sende sie ohne Nachweise.',
    invoice_letter_too_large:
      'Die E-Mail ist zu groß. Es wurde nichts gesendet. Sende sie ohne Nachweise, und gib die Nachweise als Datei weiter.',
    invoice_is_void: 'Sie ist storniert. Sende die, die sie ersetzt.',
  },
}
