import { isUtf8 } from 'node:buffer'
import { charsetOfMarkup, knownCharset, utf16Of } from './charset.ts'

/** The texts of a mail, as a parser reads them. */
interface MailTexts {
  readonly subject?: string | undefined
  readonly text?: string | undefined
  readonly html?: string | undefined
  readonly from?: { readonly name?: string | undefined } | undefined
}

/**
 * A mail (RFC 5322) whose texts may declare no character set, or ASCII and have other bytes. They are UTF-8 or UTF-16
 * if they can be, else in the charset that the markup, the headers or the language of the mail name, else in that of
 * Windows. `read` parses a mail: it is called once, or again with character sets declared. `isGuessed` is true if nothing
 * in the mail names its character set.
 */
export const readUndeclared = async <Mail extends MailTexts>(
  raw: Uint8Array,
  read: (bytes: Uint8Array) => Promise<Mail>,
) => {
  const bytes = asBytes(raw)
  const latin1 = bytes.toString('latin1')
  // ASCII that has other bytes is UTF-8 as a rule, as what declares nothing is.
  const isAscii = /charset\s?=\s?"?(?:us-)?ascii/i.test(latin1)
  const mail = await read(isAscii ? Buffer.from(withDeclaredCharset(latin1, 'utf-8'), 'latin1') : bytes)
  const isAsSent = ![mail.subject, mail.text, mail.html, mail.from?.name].some(isBroken)
  if (isAsSent || bytes.includes(replacement)) return { mail, isGuessed: false }
  const { charset, isNamed } = likelyCharset(latin1, mail)
  const declared = withDeclaredCharset(withHeadersIn(latin1, charset), charset)
  const again = await read(Buffer.from(declared, 'latin1'))
  return {
    mail: {
      ...again,
      ...(mail.text !== undefined && !isBroken(mail.text) && { text: mail.text }),
      ...(mail.html !== undefined && !isBroken(mail.html) && { html: mail.html }),
    },
    isGuessed: !isNamed,
  }
}

const replacement = Buffer.from('\ufffd')

/** A mail that was stored as UTF-16 is its text in UTF-8. */
const asBytes = (raw: Uint8Array): Buffer => {
  const wide = utf16Of(raw)
  return wide === undefined
    ? Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
    : Buffer.from(new TextDecoder(wide).decode(raw))
}

const isBroken = (text: string | undefined) => text !== undefined && (text.includes('\ufffd') || isWide(text))

/** Whether a text was read byte by byte that is UTF-16. */
const isWide = (text: string) =>
  text.includes('\0') && utf16Of(Buffer.from(text.slice(0, 1_024), 'latin1')) !== undefined

// Character set by the declared language of a mail.
const languages = {
  'windows-1250': ['pl', 'cs', 'sk', 'hu', 'hr', 'sl', 'ro'],
  'windows-1251': ['ru', 'uk', 'bg', 'sr'],
  'windows-1253': ['el'],
  'windows-1254': ['tr'],
  'windows-1255': ['he'],
  'windows-1256': ['ar'],
  'windows-1257': ['lt', 'lv', 'et'],
  shift_jis: ['ja'],
  'euc-kr': ['ko'],
  gb18030: ['zh'],
}
const ofLanguage = (language = '') =>
  Object.entries(languages).find(([, spoken]) => spoken.includes(language.toLowerCase()))?.[0]
const saysNothing = /^(?:utf-?8|us-ascii|ascii|ansi_x3\.4-1968|unknown|unknown-8bit|x-unknown|8bit|binary|default)$/i
const wordCharset = /=\?([\w.:-]{1,40})\?[bq]\?/gi
const language = /^(?:content|accept)-language:[ \t]*([a-z]{2})\b/im
const headMostChars = 256 * 1024

/** The likely charset of a mail, and whether the mail declares it. `raw` has one character a byte. */
const likelyCharset = (raw: string, { text = '', html = '' }: MailTexts) => {
  const wide = [text, html].find(isWide)
  if (wide !== undefined) return { charset: utf16Of(Buffer.from(wide, 'latin1'))!, isNamed: true }
  const head = headOf(raw)
  const words = [...head.matchAll(wordCharset)].map(([, charset]) => charset)
  const named = [charsetOfMarkup(html), ...words].find(
    (charset) => charset !== undefined && !saysNothing.test(charset) && knownCharset(charset) !== undefined,
  )
  if (named !== undefined) return { charset: named, isNamed: true }
  return { charset: ofLanguage(language.exec(head)?.[1]) ?? 'windows-1252', isNamed: false }
}

const headOf = (raw: string) => raw.slice(0, headMostChars).split(/\r?\n\r?\n/, 1)[0]!

const textType = /^(content-type:[ \t]*text\/(?:plain|html)\b)((?:[^\n]{0,1000}\n[ \t]){0,20}[^\n]{0,1000})$/gim
const parameter = /;\s*charset\s*=\s*"?([\w.:-]{0,40})"?/i

/** The mail with this character set where its texts declare none or ASCII. Both are latin1: one character for each byte. */
const withDeclaredCharset = (raw: string, charset: string): string => {
  const declared = raw.replaceAll(textType, (whole, type: string, rest: string) => {
    const named = parameter.exec(rest)?.[1]
    if (named !== undefined && named !== '' && !saysNothing.test(named)) return whole
    return `${type}; charset=${charset}${rest.replace(parameter, '')}`
  })
  return /^content-type:/im.test(headOf(declared))
    ? declared
    : `Content-Type: text/plain; charset=${charset}\r\n${declared}`
}

/** A mail whose headers with bytes that are no UTF-8 are; one character a byte. Headers are never UTF-16. */
const withHeadersIn = (raw: string, charset: string): string => {
  const head = headOf(raw)
  const decoder = new TextDecoder(charset.startsWith('utf-16') ? 'windows-1252' : charset)
  const lines = head.split('\n').map((line) => {
    const bytes = Buffer.from(line, 'latin1')
    return isUtf8(bytes) ? line : Buffer.from(decoder.decode(bytes)).toString('latin1')
  })
  return lines.join('\n') + raw.slice(head.length)
}
