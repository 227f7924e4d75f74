import { useLanguage } from '../../preferences.ts'
import type { Language, Words } from '../words.ts'

type ErrorCodes = Words['errors']['codes']

const byTransfer = 'Pay it by transfer.'
const perTransfer = 'Überweisen Sie den Betrag.'

const en = {
  title: (sums: string) => `${sums} to pay`,
  nothing: 'Nothing to pay',
  none: (agency: string) => `When ${agency} sends you an invoice, it stands here.`,
  due: (date: string) => `Due by ${date}`,
  late: (date: string) => `Was due by ${date}`,
  paid: (date: string) => `Paid on ${date}`,
  void: 'Void: there is nothing to pay',
  credit: 'Credit note: you get this back',
  open: (date: string) => `Pay it by ${date}, as it says below.`,
  isLate: (date: string) => `It was due by ${date}. If you have paid it meanwhile, there is nothing left to do.`,
  isPaid: (date: string) => `It was paid on ${date}. Thank you.`,
  isVoid: (agency: string) => `${agency} took it back. There is nothing to pay.`,
  isCredit: 'What it says is given back to you.',
  pay: (sum: string) => `Pay ${sum} now`,
  payAgain: 'Open the page to pay on',
  paying: 'Opening the page to pay on…',
  openOnline: (date: string) => `Pay it by ${date}: here, or by transfer as it says below.`,
  awaited:
    'Whether it was paid is not confirmed yet. As soon as the payment provider confirms it, this page says so; with some ways of paying that takes days. If you have paid, do not pay again.',
  download: 'Download the PDF',
  evidence: 'What it rests on',
  print: 'Print',
  codes: {
    invoice_not_payable: { title: 'It cannot be paid any more', text: 'It was paid or taken back meanwhile.' },
    no_payment_provider: { title: 'It cannot be paid here', text: `${byTransfer} Nothing was paid.` },
    invoice_total_above_provider_maximum: { title: 'It is too large to be paid here', text: byTransfer },
    invoice_total_not_representable: { title: 'It cannot be paid here', text: byTransfer },
    invoice_checkout_open_elsewhere: {
      title: 'Not at this moment',
      text: 'Try again in a few minutes. Nothing was paid.',
    },
    payment_provider_refused: { title: 'The payment provider refused', text: `${byTransfer} Nothing was paid.` },
    payment_provider_unavailable: {
      title: 'The payment provider does not answer',
      text: 'Nothing was paid. Try again in a moment.',
    },
    invoice_not_encodable: {
      title: 'There is no PDF of it',
      text: 'It cannot show all characters. Ask the agency, or print this page.',
    },
  } as ErrorCodes,
}

const de: typeof en = {
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

const catalogue: Readonly<Record<Language, typeof en>> = { en, de }

/** What the pages of invoices say to a client; they bring it along. */
export const usePortalInvoiceWords = (): typeof en => catalogue[useLanguage()]
