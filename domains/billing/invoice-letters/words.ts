import { dayIn } from '../../accounts/workspaces/index.ts'
import { dueDayOf } from '../invoices/index.ts'
import type { Language } from '../billables/contract/identities.ts'
import { dayInWords, restIn, totalIn } from '../documents/index.ts'
import type { InvoiceRow } from '../invoices/index.ts'

interface LetterFacts {
  readonly sender: string
  readonly hasXml: boolean
  readonly hasEvidence: boolean
  /** The invoice in the client's portal; undefined if there is no open portal. */
  readonly portalUrl: string | undefined
  /** True if it is paid there. */
  readonly isPayable: boolean
  /** For a reminder: the days that the invoice is overdue; negative before it is due. */
  readonly late?: number | undefined
}

interface Facts {
  readonly number: string
  readonly sender: string
  readonly total: string
  /** The amount that is due; undefined if it is the total, or nothing. */
  readonly rest: string | undefined
  readonly issued: string
  readonly due: string
}

const en = {
  subject: (isCredit: boolean, { number, sender }: Facts) =>
    `${isCredit ? 'Credit note' : 'Invoice'} ${number} from ${sender}`,
  here: (isCredit: boolean, { number, issued, total }: Facts) =>
    `Here is ${isCredit ? 'credit note' : 'invoice'} ${number} for ${total}, issued on ${issued}.`,
  toPay: ({ due, rest }: Facts) =>
    rest === undefined ? `Please pay it by ${due}.` : `${rest} of it is still open. Please pay that by ${due}.`,
  toCredit: 'There is nothing for you to pay.',
  paid: (day: string) => `It was paid on ${day}. There is nothing left to pay.`,
  pdf: 'The PDF is attached.',
  both: 'The PDF is attached, with an electronic invoice (XML) for your accounting.',
  evidence: 'A second PDF shows what each line rests on.',
  pay: 'Pay online',
  see: (isCredit: boolean): string => (isCredit ? 'See the credit note' : 'See the invoice'),
  remindSubject: ({ number, sender }: Facts) => `Reminder: invoice ${number} from ${sender}`,
  stands: ({ number, issued, total, rest }: Facts) =>
    rest === undefined
      ? `Invoice ${number} for ${total}, issued on ${issued}, is not paid yet.`
      : `${rest} of invoice ${number} for ${total}, issued on ${issued}, is not paid yet.`,
  dueIn: ({ due }: Facts, late: number) =>
    late <= 0 ? `Please pay by ${due}.` : `It was due on ${due}. Please pay it now.`,
  crossed: 'If you have already paid, please ignore this reminder.',
}

const de: typeof en = {
  subject: (isCredit, { number, sender }) => `${isCredit ? 'Rechnungskorrektur' : 'Rechnung'} ${number} von ${sender}`,
  here: (isCredit, { number, issued, total }) =>
    `Anbei ${isCredit ? 'die Rechnungskorrektur' : 'die Rechnung'} ${number} vom ${issued} über ${total}.`,
  toPay: ({ due, rest }) =>
    rest === undefined
      ? `Bitte zahlen Sie den Betrag bis zum ${due}.`
      : `Davon sind noch ${rest} offen. Bitte zahlen Sie den Betrag bis zum ${due}.`,
  toCredit: 'Sie müssen nichts zahlen.',
  paid: (day) => `Sie wurde am ${day} bezahlt. Es ist nichts mehr offen.`,
  pdf: 'Das PDF liegt bei.',
  both: 'Das PDF liegt bei, ebenso eine elektronische Rechnung (XML) für Ihre Buchhaltung.',
  evidence: 'Ein zweites PDF zeigt, worauf jede Position beruht.',
  pay: 'Online bezahlen',
  see: (isCredit) => (isCredit ? 'Rechnungskorrektur ansehen' : 'Rechnung ansehen'),
  remindSubject: ({ number, sender }) => `Erinnerung: Rechnung ${number} von ${sender}`,
  stands: ({ number, issued, total, rest }) =>
    rest === undefined
      ? `Die Rechnung ${number} vom ${issued} über ${total} ist noch offen.`
      : `Von der Rechnung ${number} vom ${issued} über ${total} sind noch ${rest} offen.`,
  dueIn: ({ due }, late) =>
    late <= 0 ? `Bitte zahlen Sie bis zum ${due}.` : `Sie war am ${due} fällig. Bitte zahlen Sie jetzt.`,
  crossed: 'Falls Sie schon gezahlt haben, ist diese Erinnerung gegenstandslos.',
}

const words: Readonly<Record<Language, typeof en>> = { en, de }

/** The words of the letter that brings an invoice or reminds of it, in its client's language. */
export const textOf = (row: InvoiceRow, { sender, hasXml, hasEvidence, portalUrl, isPayable, late }: LetterFacts) => {
  const language = row.language ?? 'en'
  const said = words[language]
  const isCredit = row.type === '381'
  const shown = (at: Date) => dayInWords(language, dayIn(row.timeZone, at))
  const facts = {
    number: row.invoiceNumber!,
    sender,
    total: totalIn(row),
    rest: restIn(row),
    issued: shown(row.issuedAt!),
    due: dayInWords(language, dueDayOf(row.timeZone, row.dueAt)),
  }
  const label = isPayable ? said.pay : said.see(isCredit)
  const action = portalUrl !== undefined && { action: { label, url: portalUrl } }
  const enclosed = [hasXml ? said.both : said.pdf, ...(hasEvidence ? [said.evidence] : [])].join(' ')
  if (late !== undefined) {
    const paragraphs = [said.stands(facts), said.dueIn(facts, late), enclosed, said.crossed]
    return { subject: said.remindSubject(facts), paragraphs, ...action }
  }
  const state =
    row.paidAt && row.balance.dueCents === 0
      ? said.paid(shown(row.paidAt))
      : isCredit
        ? said.toCredit
        : said.toPay(facts)
  return {
    subject: said.subject(isCredit, facts),
    paragraphs: [said.here(isCredit, facts), state, enclosed],
    ...action,
  }
}
