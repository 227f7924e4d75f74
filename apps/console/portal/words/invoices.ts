import { useLanguage } from '../../preferences.ts'
import type { Language } from '../../words/words.ts'

const en = {
  title: (sums: string) => `${sums} to pay`,
  nothing: 'Nothing to pay',
  none: (agency: string) => `When ${agency} sends you an invoice, it stands here.`,
  due: (date: string) => `Due by ${date}`,
  late: (date: string) => `Was due by ${date}`,
  paid: (date: string) => `Paid on ${date}`,
  void: 'Void: there is nothing to pay',
  credit: 'Credit note: you get this back',
  open: (date: string) => `Please pay it by ${date}, as it says below.`,
  isLate: (date: string) => `It was due by ${date}. If you have paid it meanwhile, there is nothing left to do.`,
  isPaid: (date: string) => `It was paid on ${date}. Thank you.`,
  isVoid: (agency: string) => `${agency} took it back. There is nothing to pay.`,
  isCredit: 'What it says is given back to you.',
  print: 'Print or save it',
  older: 'The newest thousand are shown.',
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
  open: (date) => `Bitte zahlen Sie sie bis ${date}, wie es unten steht.`,
  isLate: (date) => `Sie war bis ${date} fällig. Wenn Sie inzwischen gezahlt haben, ist nichts mehr zu tun.`,
  isPaid: (date) => `Sie wurde am ${date} bezahlt. Vielen Dank.`,
  isVoid: (agency) => `${agency} hat sie zurückgenommen. Es ist nichts zu zahlen.`,
  isCredit: 'Was darauf steht, wird Ihnen zurückgegeben.',
  print: 'Drucken oder sichern',
  older: 'Gezeigt werden die neuesten tausend.',
}

const catalogue: Readonly<Record<Language, typeof en>> = { en, de }

/** What the pages of invoices say to a client; they bring it along. */
export const usePortalInvoiceWords = (): typeof en => catalogue[useLanguage()]
