import type { en } from './en.ts'

const perTransfer = 'Bitte überweisen Sie den Betrag.'

export const de: typeof en = {
  title: (sums) => `${sums} zu zahlen`,
  lateSum: (sums) => `Davon ${sums} überfällig`,
  settled: 'Frühere Rechnungen',
  nothing: 'Nichts zu zahlen',
  none: (agency) => `Rechnungen von ${agency} erscheinen hier.`,
  andMore: (work, count) => `${work} und ${count} ${count === 1 ? 'weiterer Posten' : 'weitere Posten'}`,
  due: (date) => `Fällig am ${date}`,
  late: (date) => `Überfällig seit ${date}`,
  paid: (date) => `Bezahlt am ${date}`,
  void: 'Storniert – nichts zu zahlen',
  credit: 'Gutschrift – Sie bekommen den Betrag zurück',
  open: (date) => `Fällig am ${date}.`,
  isLate: (date) =>
    `Überfällig seit ${date}. Bitte überweisen Sie den Betrag mit diesen Angaben. Falls Sie schon bezahlt haben: vielen Dank.`,
  isLateOnline: (date) =>
    `Überfällig seit ${date}. Zahlen Sie hier oder überweisen Sie den Betrag mit diesen Angaben. Falls Sie schon bezahlt haben: vielen Dank.`,
  isPaid: (date) => `Bezahlt am ${date}. Vielen Dank.`,
  isVoid: (agency) => `${agency} hat diese Rechnung storniert. Sie müssen nichts zahlen.`,
  isCredit: 'Diesen Betrag bekommen Sie zurück.',
  pay: (sum) => `${sum} jetzt zahlen`,
  payAgain: 'Zahlungsseite öffnen',
  paying: 'Zahlungsseite wird geöffnet…',
  openOnline: (date) => `Fällig am ${date}: hier oder per Überweisung.`,
  awaited:
    'Die Zahlung ist noch nicht bestätigt. Bei manchen Zahlungsarten dauert das einige Tage. Wenn Sie bezahlt haben, zahlen Sie bitte nicht noch einmal.',
  download: 'PDF herunterladen',
  evidence: 'Leistungsnachweis',
  print: 'Drucken',
  peppol: {
    waiting: (day) => `Seit dem ${day} per Peppol unterwegs.`,
    handed_over: (day) => `Seit dem ${day} per Peppol unterwegs.`,
    delivered: (day) => `Am ${day} per Peppol zugestellt.`,
    answered: (day) => `Sie haben am ${day} per Peppol geantwortet.`,
    failed: (day) => `Die Zustellung per Peppol ist am ${day} fehlgeschlagen. Sie finden die Rechnung aber hier.`,
  },
  transfer: {
    title: 'Angaben zur Überweisung',
    amount: 'Betrag',
    recipient: 'Empfänger',
    iban: 'IBAN',
    bic: 'BIC',
    reference: 'Verwendungszweck',
    code: 'Code für eine Banking-App',
    scan: 'Mit Ihrer Banking-App scannen',
    copy: (name) => `${name} kopieren`,
  },
  codes: {
    invoice_not_payable: 'Diese Rechnung kann nicht mehr bezahlt werden. Sie wurde inzwischen bezahlt oder storniert.',
    no_payment_provider: `Online-Zahlung ist hier nicht möglich. ${perTransfer} Es wurde nichts gezahlt.`,
    invoice_total_above_provider_maximum: `Der Betrag ist zu hoch für eine Online-Zahlung. ${perTransfer}`,
    invoice_total_not_representable: `Online-Zahlung ist hier nicht möglich. ${perTransfer}`,
    invoice_checkout_open_elsewhere:
      'Gerade nicht möglich. Versuchen Sie es in einigen Minuten noch einmal. Es wurde nichts gezahlt.',
    payment_provider_refused: `Der Zahlungsanbieter hat abgelehnt. ${perTransfer} Es wurde nichts gezahlt.`,
    payment_provider_unavailable:
      'Der Zahlungsanbieter antwortet nicht. Es wurde nichts gezahlt. Versuchen Sie es gleich noch einmal.',
    invoice_not_encodable:
      'Davon gibt es kein PDF. Das PDF kann nicht alle Zeichen darstellen. Fragen Sie die Agentur oder drucken Sie diese Seite.',
  },
}
