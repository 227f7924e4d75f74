import type { Mailbox } from '../mail-address/address.ts'
import { mailHeaderValue } from '../validation/header-value.ts'
import type { PreparedMail } from './message.ts'
import { pictureId, renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'

/** The values that make two attempts at one mail the same message. */
export interface Stamp {
  readonly id: string
  readonly createdAt: Date
}

// Loaded with the first mail: most starts send none.
const loadComposer = async () => (await import('nodemailer/lib/mail-composer/index.js')).default

/** The mail as an Internet message. Equal mail and stamps produce equal bytes, so that a repeat can be recognized. */
export const compose = async (prepared: PreparedMail, from: Mailbox, { id, createdAt }: Stamp): Promise<Buffer> => {
  const MailComposer = await loadComposer()
  return new MailComposer({
    from: { name: mailHeaderValue(senderName(prepared, from)), address: from.address },
    to: { name: mailHeaderValue(prepared.to.name ?? ''), address: prepared.to.address },
    ...(prepared.replyTo !== undefined && { replyTo: prepared.replyTo }),
    subject: mailHeaderValue(prepared.subject),
    date: createdAt,
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...listHeaders(prepared) },
    text: renderText(prepared),
    html: renderHtml(prepared),
    attachments: [...pictureOf(prepared), ...(prepared.attachments ?? []).map(attachmentOf)],
    baseBoundary: id,
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

/** Named by the content id in the HTML, and shown only there. */
const pictureOf = ({ picture }: PreparedMail) => {
  if (!picture) return []
  const { mediaType, contentBase64 } = picture
  const filename = `picture.${mediaType.slice('image/'.length)}`
  const shown = { cid: pictureId, contentDisposition: 'inline' as const }
  return [{ filename, contentType: mediaType, content: contentBase64, encoding: 'base64', ...shown }]
}

const attachmentOf = ({ fileName, mediaType, contentBase64 }: NonNullable<PreparedMail['attachments']>[number]) => ({
  filename: mailHeaderValue(fileName),
  contentType: mediaType,
  content: contentBase64,
  encoding: 'base64',
})

/** One POST switches letters off, which mail programs do only over https. Source: RFC 8058, section 3.1. */
const listHeaders = ({ switchOff }: PreparedMail) =>
  switchOff?.oneClick.startsWith('https:')
    ? { 'List-Unsubscribe': `<${switchOff.oneClick}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}

const senderName = ({ brand }: PreparedMail, { name }: Mailbox) => {
  if (!brand) return name ?? 'Atelier'
  return name ? `${brand.name} via ${name}` : brand.name
}
