import { createHash } from 'node:crypto'
import { Parser } from 'htmlparser2'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { readUndeclared } from '../../../packages/charsets/index.ts'
import { normalAddress } from '../suppression/index.ts'
import {
  type Automatic,
  automaticBy,
  gistOf,
  type MailReport,
  type NamedAddress,
  namedIn,
  readDeliveryStatus,
  readFeedback,
  readIds,
  readPlainBounce,
} from './rules.ts'

const bodyMostChars = 100_000
const subjectMostChars = 1_000
const headersMostBytes = 256 * 1024
const reportMostChars = 256 * 1024
const htmlMostChars = 2_000_000
const htmlStepChars = 16_384
const deepestMarkup = 2_000

/** A mail that came in, as far as the inbox needs it. */
export interface IncomingMail {
  /** Its own id; one made of its bytes if it has none. */
  readonly messageId: string
  readonly inReplyTo: string | null
  readonly references: readonly string[]
  /** In normal form. */
  readonly sender: string | null
  readonly subject: string
  readonly body: string
  /** The text without what its markup quotes. */
  readonly own: string
  /** The addresses that the text names, in normal form, with the sentence around each. */
  readonly named: readonly NamedAddress[]
  /** The sentence that asks for no mail, else the first. */
  readonly gist: string
  /** Whether a program wrote it, by its headers. */
  readonly automatic: Automatic | null
  /** A mail server's report, and the ids of the mail that it is about. */
  readonly report: (MailReport & { readonly aboutIds: readonly string[] }) | null
}

/** Reads a mail (RFC 5322), in a thread: see `mail-reader.ts`. Throws if its parts are nested without end. */
export const readMail = async (raw: Uint8Array): Promise<IncomingMail> => {
  const { mail } = await readUndeclared(raw, (bytes) =>
    PostalMime.parse(bytes, { maxNestingDepth: 32, maxHeadersSize: headersMostBytes, forceRfc822Attachments: true }),
  )
  const isBlank = !/[\p{L}\p{N}]/u.test(mail.text ?? '')
  const html = mail.html ?? ''
  const body = plain(isBlank && html !== '' ? textOfHtml(html, { withQuotes: true }) : (mail.text ?? ''), bodyMostChars)
  // Markup marks quotes, while plain text is only a guess.
  const own = isBlank ? plain(textOfHtml(html, { withQuotes: false }), bodyMostChars) : body
  const sender = normalAddress(mail.from?.address ?? '') ?? null
  return {
    messageId: readIds(mail.messageId).at(0) ?? idOfBytes(raw),
    inReplyTo: readIds(mail.inReplyTo).at(0) ?? null,
    references: readIds(mail.references),
    sender,
    subject: plain(mail.subject ?? '', subjectMostChars)
      .replaceAll(/\s+/g, ' ')
      .trim(),
    body,
    own,
    named: namedIn(own, normalAddress),
    gist: gistOf(own),
    automatic: automaticBy(new Map(mail.headers.toReversed().map(({ key, value }) => [key, value])), sender) ?? null,
    report: reportOf(mail) ?? plainBounceOf(mail, body),
  }
}

const idOfBytes = (raw: Uint8Array) => `<${createHash('sha256').update(raw).digest('hex')}@without-id.invalid>`

/** Text without characters that a database or a terminal does not take, cut to a length. */
const plain = (text: string, mostChars: number) =>
  text
    .slice(0, mostChars)
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\p{Cc}]/gu, (char) => (char === '\n' || char === '\t' ? char : ' '))
    .trimEnd()

const reportOf = (mail: Email): IncomingMail['report'] => {
  const report = mail.attachments
    .map((part) => {
      if (/^message\/(global-)?delivery-status$/.test(part.mimeType)) return readDeliveryStatus(textOf(part))
      return part.mimeType === 'message/feedback-report' ? readFeedback(textOf(part)) : undefined
    })
    .find((found) => found !== undefined)
  if (!report) return null
  const original = mail.attachments.find(({ mimeType }) =>
    ['message/rfc822', 'message/global', 'text/rfc822-headers', 'message/rfc822-headers'].includes(mimeType),
  )
  const recipients = report.recipients.map(normalAddress).filter((address) => address !== undefined)
  return { ...report, recipients: [...new Set(recipients)], aboutIds: original ? idsOfHeaders(textOf(original)) : [] }
}

/** A failed delivery only in words: its envelope has no sender, and a mail server wrote it. */
const plainBounceOf = (mail: Email, body: string): IncomingMail['report'] => {
  const returnPath = mail.headers.find(({ key }) => key === 'return-path')?.value.trim()
  if (returnPath !== '<>' || !/^(?:mailer-daemon|postmaster)@/i.test(mail.from?.address ?? '')) return null
  const report = readPlainBounce(body)
  return report ? { ...report, aboutIds: [] } : null
}

const textOf = ({ content }: Attachment) =>
  (typeof content === 'string' ? content : new TextDecoder().decode(content)).slice(0, reportMostChars)

/** The Message-ID of a mail by its headers. */
const idsOfHeaders = (text: string) => {
  const head = text
    .replaceAll('\r\n', '\n')
    .split('\n\n', 1)[0]!
    .replaceAll(/\n[ \t]+/g, ' ')
  return readIds(/^message-id:(.*)$/im.exec(head)?.[1])
}

const breaks = new Set('p div br li tr h1 h2 h3 h4 h5 h6 blockquote pre hr'.split(' '))
const unseen = new Set('head title script style template svg'.split(' '))

/** The visible text of markup; without its quotes, the part that its writer added. */
const textOfHtml = (html: string, { withQuotes }: { readonly withQuotes: boolean }): string => {
  const out: string[] = []
  let depth = 0
  let hiddenFrom: number | undefined
  const parser = new Parser({
    onopentag: (name, { class: classes = '', id = '' }) => {
      depth += 1
      const isQuote = name === 'blockquote' || /\b(gmail_quote|yahoo_quoted|moz-cite-prefix)\b/.test(classes)
      // Outlook puts the quoted mail behind this element, not into it.
      if (!withQuotes && /^(x_)*(divRplyFwdMsg|appendonsend)$/.test(id)) hiddenFrom ??= 0
      if (hiddenFrom === undefined && (unseen.has(name) || (isQuote && !withQuotes))) hiddenFrom = depth
      if (hiddenFrom === undefined && breaks.has(name)) out.push('\n')
    },
    ontext: (text) => {
      if (hiddenFrom === undefined) out.push(text.replaceAll(/\s+/g, ' '))
    },
    onclosetag: (name) => {
      if (hiddenFrom === depth) hiddenFrom = undefined
      depth -= 1
      if (hiddenFrom === undefined && breaks.has(name)) out.push('\n')
    },
  })
  // The parser's time grows with the square of the depth.
  for (let at = 0; at < Math.min(html.length, htmlMostChars); at += htmlStepChars) {
    if (depth > deepestMarkup) throw new Error('The markup is nested too deep')
    parser.write(html.slice(at, Math.min(at + htmlStepChars, htmlMostChars)))
  }
  parser.end()
  const lines = out.join('').split('\n')
  return lines
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
