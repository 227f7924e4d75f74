import type { en } from './en.ts'

const perTransfer = 'Überweisen Sie den Betrag.'

export const de: typeof en = {
  title: (sums) => `${sums} zu zahlen`,
  nothing: 'Nichts zu zahlen',
  none: (agency) => `Wenn ${agency} Ihnen eine Rechnung stellt, steht sie hier.`,
  due: (date) => `Fällig bis ${date}`,
  late: (date) => `War fällig bis ${date}`,
  paid: (date) => `Bezahlt am ${date}`,
  void: 'Storniert: Es ist nichts zu zahlen',
  credit: 'Gutschrift: Sie bekommen das zurück',
  open: (date) => `Zahlen Sie sie bis ${date}, wie es unten steht.`,
  isLate: (date) => `Sie war bis ${date} fällig. Wenn Sie inzwischen gezahlt haben, ist nichts mehr zu tun.`,
  isPaid: (date) => `Sie wurde am ${date} bezahlt. Vielen Dank.`,
  isVoid: (agency) => `${agency} hat sie zurückgenommen. Es ist nichts zu zahlen.`,
  isCredit: 'Was darauf steht, wird Ihnen zurückgegeben.',
  pay: (sum) => `${sum} jetzt zahlen`,
  payAgain: 'Seite zum Bezahlen öffnen',
  paying: 'Die Seite zum Bezahlen wird geöffnet …',
  openOnline: (date) => `Zahlen Sie sie bis ${date}: hier, oder per Überweisung, wie es unten steht.`,
  awaited:
    'Ob sie bezahlt ist, ist noch nicht bestätigt. Sobald der Zahlungsanbieter es bestätigt, steht es hier; bei manchen Zahlungsarten dauert das Tage. Wenn Sie gezahlt haben, zahlen Sie nicht noch einmal.',
  download: 'PDF herunterladen',
  evidence: 'Worauf sie beruht',
  print: 'Drucken',
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
