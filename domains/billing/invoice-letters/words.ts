import { dayIn } from '../../accounts/workspaces/index.ts'
import { dueDayOf } from '../invoices/index.ts'
import type { Language } from '../billables/contract/identities.ts'
import { dayInWords, restIn, totalIn } from '../documents/index.ts'
import type { InvoiceRow } from '../invoices/index.ts'

interface LetterFacts {
  readonly sender: string
  readonly hasXml: boolean
  readonly hasEvidence: boolean
  readonly payUrl: string | undefined
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
    `Here is ${isCredit ? 'credit note' : 'invoice'} ${number} of ${issued} for ${total}.`,
  toPay: ({ due, rest }: Facts) =>
    rest === undefined ? `Please pay it by ${due}.` : `${rest} of it is due. Please pay it by ${due}.`,
  toCredit: 'There is nothing for you to pay.',
  paid: (day: string) => `It was paid on ${day}. There is nothing left to pay.`,
  pdf: 'It is attached as a PDF.',
  both: 'It is attached as a PDF, and as an electronic invoice (XML) for your accounting.',
  evidence: 'A second PDF shows what each line rests on.',
  pay: 'Pay online',
  remindSubject: ({ number, sender }: Facts) => `Reminder: invoice ${number} from ${sender}`,
  stands: ({ number, issued, total, rest }: Facts) =>
    rest === undefined
      ? `Invoice ${number} of ${issued} for ${total} is not paid yet.`
      : `Of invoice ${number} of ${issued} for ${total}, ${rest} is not paid yet.`,
  dueIn: ({ due }: Facts, late: number) =>
    late <= 0 ? `It is due on ${due}.` : `It was due on ${due}. Please pay it.`,
  crossed: 'If you have paid it in the meantime, there is nothing left to do.',
}

const de: typeof en = {
  subject: (isCredit, { number, sender }) => `${isCredit ? 'Rechnungskorrektur' : 'Rechnung'} ${number} von ${sender}`,
  here: (isCredit, { number, issued, total }) =>
    `Anbei ${isCredit ? 'die Rechnungskorrektur' : 'die Rechnung'} ${number} vom ${issued} über ${total}.`,
  toPay: ({ due, rest }) =>
    rest === undefined
      ? `Bitte zahlen Sie sie bis zum ${due}.`
      : `Davon sind ${rest} offen. Bitte zahlen Sie sie bis zum ${due}.`,
  toCredit: 'Sie müssen nichts zahlen.',
  paid: (day) => `Sie wurde am ${day} bezahlt. Es ist nichts mehr offen.`,
  pdf: 'Sie liegt als PDF bei.',
  both: 'Sie liegt als PDF bei, und für Ihre Buchhaltung als elektronische Rechnung (XML).',
  evidence: 'Ein zweites PDF zeigt, worauf jede Position beruht.',
  pay: 'Online bezahlen',
  remindSubject: ({ number, sender }) => `Erinnerung: Rechnung ${number} von ${sender}`,
  stands: ({ number, issued, total, rest }) =>
    rest === undefined
      ? `Die Rechnung ${number} vom ${issued} über ${total} ist noch offen.`
      : `Von der Rechnung ${number} vom ${issued} über ${total} sind noch ${rest} offen.`,
  dueIn: ({ due }, late) =>
    late <= 0 ? `Sie ist am ${due} fällig.` : `Sie war am ${due} fällig. Bitte zahlen Sie sie.`,
  crossed: 'Haben Sie inzwischen gezahlt, so ist nichts mehr zu tun.',
}

const words: Readonly<Record<Language, typeof en>> = { en, de }

/** The words of the letter that brings an invoice or reminds of it, in its client's language. */
export const textOf = (row: InvoiceRow, { sender, hasXml, hasEvidence, payUrl, late }: LetterFacts) => {
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
  const action = payUrl !== undefined && { action: { label: said.pay, url: payUrl } }
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
