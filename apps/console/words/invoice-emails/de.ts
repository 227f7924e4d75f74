import type { en } from './en.ts'

export const de: typeof en = {
  title: 'Briefe',
  none: 'Noch kein Brief.',
  noAddress: 'Sie hat keine Mailadresse; die steht mit dem Entwurf fest. Sende das PDF selbst.',
  send: 'Per Mail senden',
  sendAgain: 'Noch einmal senden',
  sendTitle: (number, address) => `${number} an ${address} senden?`,
  sendText:
    'Der Brief hat das PDF, und die elektronische Rechnung, wenn nichts dafür fehlt. Er lässt sich nicht zurückholen.',
  sendEvidence: 'Mit den Nachweisen: worauf jede Position beruht, als zweites PDF',
  sendButton: 'Senden',
  sending: 'Wird gesendet …',
  keep: 'Nicht jetzt',
  wasWritten: 'Der Brief ist geschrieben',
  pdf: 'PDF herunterladen',
  kinds: { invoice: 'Rechnung', reminder: 'Erinnerung' },
  states: {
    waiting: 'wartet auf den Versand',
    sent: 'vom Mailserver angenommen',
    outbox: 'im Ordner für Ausgehendes: dieser Server hat keinen Mailserver',
    refused: 'abgelehnt',
    withdrawn: 'zurückgezogen: er stimmte nicht mehr',
    removed: 'entfernt, bevor er gesendet war',
  },
  withXml: 'mit PDF und elektronischer Rechnung',
  withoutXml: 'mit PDF',
  withEvidence: 'mit Nachweisen',
  codes: {
    invoice_not_encodable: {
      title: 'Das PDF kann ein Zeichen nicht zeigen',
      text: 'Die Rechnungsangaben haben eine Einstellung für alle Schriften. Was keine Schrift hat, bleibt abgelehnt.',
    },
    invoice_changed: {
      title: 'Sie wurde inzwischen bezahlt oder storniert',
      text: 'Nichts wurde gesendet. Sende sie noch einmal.',
    },
    invoice_evidence_changed: {
      title: 'Worauf sie beruht, hat sich inzwischen geändert',
      text: 'Nichts wurde gesendet. Sieh dir ihre Positionen an und sende sie noch einmal.',
    },
    invoice_evidence_unmade: {
      title: 'Das PDF der Nachweise ließ sich nicht machen',
      text: 'Nichts wurde gesendet. Versuche es noch einmal, oder sende sie ohne Nachweise.',
    },
    invoice_letter_too_large: {
      title: 'Das ist zu groß für einen Brief',
      text: 'Nichts wurde gesendet. Sende sie ohne Nachweise, und gib die Nachweise als Datei weiter.',
    },
    invoice_is_void: { title: 'Sie ist storniert', text: 'Sende die, die sie ersetzt.' },
  },
}
