import { readFile } from 'node:fs/promises'
import PostalMime, { type Address, type Email } from 'postal-mime'
import type { ReadPage } from '../reader.ts'
import { markdownOfHtml } from './html.ts'
import { pageOfText } from './pages.ts'
import { charsetOfHtml } from './plain.ts'

/** A message (RFC 5322) as one page: who wrote to whom and when, its text, and the names of what is attached. */
export const readMail = async (path: string): Promise<readonly ReadPage[]> => {
  const { mail, isGuessed } = await parsedMail(await readFile(path))
  const heads = [
    ['From', mail.from ? namesOf([mail.from]) : ''],
    ['To', namesOf(mail.to ?? [])],
    ['Cc', namesOf(mail.cc ?? [])],
    ['Date', mail.date ?? ''],
  ] as const
  // One of both may be there and say nothing.
  const bodies = [mail.html === undefined ? '' : markdownOfHtml(mail.html), mail.text ?? '']
  const attached = mail.attachments.map(
    ({ filename, mimeType }) => `- ${(filename ?? 'without a name').replaceAll(/\s+/g, ' ')} (${mimeType})`,
  )
  const text = [
    `# ${mail.subject ?? 'Message without a subject'}`,
    heads.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}  `])).join('\n'),
    bodies.find((body) => body.trim() !== '') ?? '',
    ...(attached.length > 0 ? [`Attachments:\n\n${attached.join('\n')}`] : []),
  ]
  const page = pageOfText(1, text.join('\n\n'))
  return [isGuessed ? { ...page, confidence: Math.min(page.confidence, 0.7), reasons: ['charset_guessed'] } : page]
}

const namesOf = (addresses: readonly Address[]): string =>
  addresses
    .map(({ name, address }) => (address === undefined ? name : name ? `${name} <${address}>` : address))
    .join(', ')

const limits = { maxNestingDepth: 32, maxHeadersSize: 1_048_576 } as const
const textHeader = /^(content-type:[ \t]*text\/(?:[^\r\n]|\r?\n[ \t])*)/gim
const ascii = /;\s*charset\s*=\s*"?(?:us-)?ascii"?/i
const unread = '\uFFFD'

/**
 * A message whose parts name their character sets. Bytes beyond ASCII in a part without one, or in one that says ASCII, are UTF-8
 * where they can be, else in the set that the HTML names, else in that of Windows.
 */
const parsedMail = async (bytes: Buffer): Promise<{ readonly mail: Email; readonly isGuessed: boolean }> => {
  const raw = bytes.toString('latin1').replace(textHeader, (header) => header.replace(ascii, ''))
  const mail = await PostalMime.parse(Buffer.from(raw, 'latin1'), limits)
  const said = [mail.subject, mail.text, mail.html, mail.from?.name].join('')
  if (!said.includes(unread) || bytes.includes(Buffer.from(unread))) return { mail, isGuessed: false }
  const named = charsetOfHtml(mail.html ?? '')
  const charset = named ?? 'windows-1252'
  const guessed = await PostalMime.parse(Buffer.from(withCharset(raw, charset), 'latin1'), limits)
  return { mail: guessed, isGuessed: named === undefined }
}

/** The message, as Latin-1, with this character set for its headers and for each text that names none. */
const withCharset = (raw: string, charset: string): string => {
  const end = /\r?\n\r?\n/.exec(raw)?.index ?? raw.length
  const decoded = new TextDecoder(charset).decode(Buffer.from(raw.slice(0, end), 'latin1'))
  const head = isUtf8(raw.slice(0, end)) ? raw.slice(0, end) : Buffer.from(decoded).toString('latin1')
  const typed = /^content-type:/im.test(head) ? head : `Content-Type: text/plain; charset=${charset}\r\n${head}`
  return (typed + raw.slice(end)).replace(textHeader, (header) =>
    /charset\s*=/i.test(header) ? header : `${header}; charset=${charset}`,
  )
}

const isUtf8 = (latin: string): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(latin, 'latin1'))
    return true
  } catch {
    return false
  }
}
