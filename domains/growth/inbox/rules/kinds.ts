import type { MessageIntent, MessageKind } from '../../messages/rules.ts'
import { isForCompany } from './company.ts'
import { intentOfKind, judge } from './judge.ts'
import { newTextOf, type ThreadTexts } from './new-text.ts'
import { folded } from './sentences.ts'
import { withoutComments } from './fields.ts'

/** A mail with the facts of its thread. */
interface MailInThread {
  readonly subject: string
  /** The text without what its markup quotes. */
  readonly own: string
  readonly automatic: Automatic | null
  readonly report: { readonly kind: 'bounce' | 'complaint' } | null
  /** True if it names a mail of the thread. */
  readonly isAnswer: boolean
  /** The subjects of the mails that were sent. */
  readonly subjects: readonly string[]
  readonly texts: ThreadTexts
}

/** The kind of a mail, and its intent. */
export interface JudgedMail {
  readonly kind: MessageKind
  readonly intent: MessageIntent | null
  /** True if a person has to decide its meaning before more is sent. */
  readonly needsDecision: boolean
  /** True if it may ask for no mail to the whole company. */
  readonly isForCompany: boolean
  /** Set for a wish to get no mail that has more beside it, so that a person may take it back. */
  readonly hasMore?: true
}

/**
 * The kind of an incoming mail. A program wants nothing: only a person's words opt out. A text that is neither a clear
 * wish to get no mail nor clearly another intent is left to a person.
 */
export const judgeMail = (mail: MailInThread): JudgedMail => {
  const { report, isAnswer } = mail
  const automatic = mail.automatic ?? (isNamedAutomatic(mail) ? 'likely' : null)
  const newText = newTextOf(mail.own, mail.texts)
  if (report) return judged(report.kind, newText)
  // A program wants nothing, but an owner who left and asked for an end had it written: a person looks at that.
  if (automatic !== null && isAnswer && hasLeft(newText) && judge(newText).intent === 'unsubscribe')
    return { kind: 'reply', intent: 'other', needsDecision: true, isForCompany: false }
  if (automatic === 'certain' || (automatic !== null && !isAnswer)) return judged('auto_reply', newText)
  const words = `${ownSubject(mail)}\n\n${newText}`
  const { intent, isClear, hasMore } = judge(words)
  if (intent === 'unsubscribe')
    return { ...judged('unsubscribe', newText), isForCompany: isForCompany(words), ...(hasMore && { hasMore }) }
  if (automatic === 'likely') return judged('auto_reply', newText)
  const forCompany = isForCompany(words)
  return { kind: 'reply', intent: intent ?? null, needsDecision: !isClear || forCompany, isForCompany: forCompany }
}

/** The judgment of a mail that no person has to decide about. */
const judged = (kind: Exclude<MessageKind, 'reply'>, newText: string): JudgedMail => ({
  kind,
  intent: intentOfKind(kind, newText) ?? null,
  needsDecision: false,
  isForCompany: false,
})

const prefix = /^\s*(?:\[[^\]]{0,40}\]\s*)?(?:\p{L}{1,12}(?:\[\d{1,3}\])?\s?[:：]\s*)+/u
const bareSubject = (subject: string) => subject.slice(0, 1_000).replace(prefix, '').trim().toLowerCase()

/** True if a program named the mail, and its subject was never sent. */
const isNamedAutomatic = ({ subject, subjects }: MailInThread): boolean =>
  isAutomaticSubject(subject) && !subjects.some(isAutomaticSubject)

/** The words of a subject that its sender wrote: none if it is that of a mail that was sent. */
const ownSubject = ({ subject, subjects }: MailInThread): string => {
  const bare = bareSubject(subject)
  return subjects.some((one) => bareSubject(one) === bare) ? '' : bare
}

/** The text that the sender of a stored mail added to its thread. */
export const newTextIn = ({ text, texts }: { readonly text: string; readonly texts: ThreadTexts }): string =>
  newTextOf(text, texts)

/** True if only a person can want this, so that the sequence of mails ends. */
export const isWrittenByPerson = (intent: MessageIntent): boolean => intent !== 'other' && intent !== 'out_of_office'

// Subjects that mail programs give to their automatic answers. Written from general knowledge: no published list was read.
const subjects = new RegExp(
  `^(?:${[
    'auto(?:matic)?[- ]?(?:reply|response)|out of (?:the )?office(?: reply)?|automatische (?:antwort|reaktion)',
    'abwesenheits(?:notiz|nachricht|assistent)|abwesend|im urlaub|reponse automatique|(?:absence|absente?) du bureau',
    'respuesta automatica|fuera de la oficina|risposta automatica|fuori sede|resposta automatica|fora do escritorio',
    'automatisch (?:antwoord|bericht)|afwezig(?:heid(?:sbericht)?)?|poza biurem|(?:automatyczna odpowiedz|odpowiedz automatyczna)',
    'auto(?:matiskt? )?svar|franvar(?:o|ande)|fravaer|ikke (?:til stede|pa kontoret)|mimo kancelar|poissa toimistosta|in afara biroului|automaticka odpoved|automaattinen vastaus|raspuns automat',
  ].join('|')})(?:$|[:\uff1a ]? ?(?:[:\uff1a-]|re\\b|aw\\b))`,
)

/** True if mail programs use the subject for automatic answers. */
const isAutomaticSubject = (subject: string): boolean => subjects.test(folded(subject.slice(0, 200)).trim())

// Words of automatic answers of an owner who left a company permanently, in the same languages.
const left = new RegExp(
  `\\b(?:${[
    "(?:has|have|i've) (?:now )?left(?:,|$| (?:the|our|this|my) (?:company|firm|organi[sz]ation|team|business|role|position))",
    '(?:am|is) no longer (?:with|at|employed|working|part of)|no longer works? (?:here|at|for|with)',
    '(?:nicht mehr|nicht langer) (?:im unternehmen|bei|fur|in unserem|tatig|beschaftigt)|ausgeschieden|(?:unternehmen|firma) verlassen',
    '(?:ne travaille|ne fais|ne fait) plus|(?:ai|a) quitte (?:la|notre|l.)|ya no (?:trabaj|form)\\w+|h[ae] dejado (?:la|nuestra) empresa',
    "non (?:lavor\\w+|fa(?:ccio)?) piu|h[ao] lasciato (?:l'azienda|la (?:ditta|societa))|(?:nao (?:trabalh\\w+|fac\\w+) mais|ja nao trabalh\\w+)",
    'sai(?:u)? da empresa|werkt? niet (?:meer|langer)|bedrijf verlaten|nie pracuj\\w+|odesz\\w+ z (?:firmy|pracy)|odszed\\w+ z (?:firmy|pracy)',
    '(?:arbetar|jobbar) inte langre|slutat (?:pa|i|hos)|(?:arbejder|jobber|arbeider) ikke (?:laengere|lenger)|(?:stoppet|sluttet) (?:i|hos|pa)',
    '(?:jiz|uz) (?:zde )?nepracuj\\w+|odesel jsem z|odesla jsem z|en (?:ole|tyoskentele) enaa|lahtenyt yrityksesta',
    'nu mai lucre\\w+|am plecat din',
  ].join('|')})`,
)

/** True if a text reports that the owner of an address has left permanently. */
const hasLeft = (text: string): boolean => left.test(folded(text.slice(0, 4_000)))

/** The headers of a mail by their names in small letters; of those with one name, the first. */
type Headers = ReadonlyMap<string, string>

/**
 * How a mail was made that no person wrote only to us: `certain`, by a program; `likely`, by headers that a person's
 * mail can have too; `bulk`, one of many copies, such as a newsletter.
 */
export type Automatic = 'certain' | 'likely' | 'bulk'

/** The kind of a mail by its headers. Sources: RFC 3834, sections 2 and 5; RFC 6522 for reports; RFC 2919 for lists. */
export const automaticBy = (headers: Headers, sender: string | null): Automatic | undefined => {
  const value = (name: string) => withoutComments(headers.get(name) ?? '').toLowerCase()
  const submitted = value('auto-submitted').split(/[;\s]/, 1)[0]!
  if (submitted !== '' && submitted !== 'no') return 'certain'
  if (/^multipart\/report\b/.test(value('content-type'))) return 'certain'
  const precedences = [value('precedence'), value('x-precedence')]
  if (precedences.some((one) => /^auto[-_]?reply$/.test(one)) || isRespondersOwn(headers)) return 'certain'
  // A rule of the mailbox answered if the header names the sender: it names ours if one of our rules moved the mail.
  if (sender !== null && value('x-ms-exchange-inbox-rules-loop') === sender) return 'certain'
  // Exchange asks for fewer automatic answers on people's mail too, and for none at all on programs' mail.
  if (value('x-auto-response-suppress') === 'all' || headers.get('return-path')?.trim() === '<>') return 'likely'
  if (precedences.some((one) => one === 'bulk' || one === 'junk')) return 'likely'
  return precedences.includes('list') || ['list-id', 'list-unsubscribe'].some((name) => headers.has(name))
    ? 'bulk'
    : undefined
}

const responder = /^x-(?:autoreply|auto-reply|autorespon|auto-respond|autogenerated|mail-autoreply|vacation)/
const isRespondersOwn = (headers: Headers) =>
  [...headers].some(([name, value]) => responder.test(name) && !/^\s*(?:no|false|0)\s*$/i.test(value))
