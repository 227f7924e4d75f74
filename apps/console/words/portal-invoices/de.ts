import type { en } from './en.ts'

const perTransfer = 'Überweisen Sie den Betrag.'

export const de: typeof en = {
  title: (sums) => `${sums} zu zahlen`,
  lateSum: (sums) => `${sums} davon sind überfällig`,
  settled: 'Erledigt',
  nothing: 'Nichts zu zahlen',
  none: (agency) => `Rechnungen von ${agency} erscheinen hier.`,
  andMore: (work, count) => `${work} und ${count} mehr`,
  due: (date) => `Fällig am ${date}`,
  late: (date) => `War fällig bis ${date}`,
  paid: (date) => `Bezahlt am ${date}`,
  void: 'Storniert: Es ist nichts zu zahlen',
  credit: 'Gutschrift: Sie bekommen das zurück',
  open: (date) => `Fällig am ${date}.`,
  isLate: (sum, date) =>
    `${sum} waren bis zum ${date} fällig. Bitte überweisen Sie den Betrag mit diesen Angaben. Haben Sie schon gezahlt? Vielen Dank.`,
  isLateOnline: (sum, date) =>
    `${sum} waren bis zum ${date} fällig. Zahlen Sie hier, oder überweisen Sie mit diesen Angaben. Haben Sie schon gezahlt? Vielen Dank.`,
  isPaid: (date) => `Sie wurde am ${date} bezahlt. Vielen Dank.`,
  isVoid: (agency) => `${agency} hat sie zurückgenommen. Es ist nichts zu zahlen.`,
  isCredit: 'Diesen Betrag bekommen Sie zurück.',
  pay: (sum) => `${sum} jetzt zahlen`,
  payAgain: 'Zahlungsseite öffnen',
  paying: 'Zahlungsseite wird geöffnet…',
  openOnline: (date) => `Fällig am ${date}: hier oder per Überweisung.`,
  awaited:
    'Die Zahlung ist noch nicht bestätigt. Bei manchen Zahlungsarten dauert das Tage. Wenn Sie bezahlt haben, zahlen Sie nicht noch einmal.',
  download: 'PDF herunterladen',
  evidence: 'Abgerechnete Leistungen',
  print: 'Drucken',
  peppol: {
    waiting: (day) => `Sie ist seit dem ${day} durch Peppol unterwegs.`,
    handed_over: (day) => `Sie ist seit dem ${day} durch Peppol unterwegs.`,
    delivered: (day) => `Sie wurde am ${day} durch Peppol zugestellt.`,
    answered: (day) => `Sie haben am ${day} durch Peppol darauf geantwortet.`,
    failed: (day) => `Sie ließ sich am ${day} nicht durch Peppol zustellen. Hier steht sie trotzdem.`,
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
    invoice_not_payable: {
      title: 'Sie kann nicht mehr bezahlt werden',
      text: 'Sie wurde inzwischen bezahlt oder zurückgenommen.',
    },
    no_payment_provider: {
      title: 'Sie kann hier nicht bezahlt werden',
      text: `${perTransfer} Es wurde nichts gezahlt.`,
    },
    invoice_total_above_provider_maximum: { title: 'Sie ist zu hoch, um hier bezahlt zu werden', text: perTransfer },
    invoice_total_not_representable: { title: 'Sie kann hier nicht bezahlt werden', text: perTransfer },
    invoice_checkout_open_elsewhere: {
      title: 'Nicht in diesem Augenblick',
      text: 'Versuchen Sie es in einigen Minuten noch einmal. Es wurde nichts gezahlt.',
    },
    payment_provider_refused: {
      title: 'Der Zahlungsanbieter hat abgelehnt',
      text: `${perTransfer} Es wurde nichts gezahlt.`,
    },
    payment_provider_unavailable: {
      title: 'Der Zahlungsanbieter antwortet nicht',
      text: 'Es wurde nichts gezahlt. Versuchen Sie es gleich noch einmal.',
    },
    invoice_not_encodable: {
      title: 'Davon gibt es kein PDF',
      text: 'Es kann nicht alle Zeichen zeigen. Fragen Sie die Agentur, oder drucken Sie diese Seite.',
    },
  },
}
