import type { Mailbox } from './address.ts'
import type { Letter } from './message.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'

/** What makes two attempts at one letter the same message. */
export interface Stamp {
  readonly id: string
  readonly createdAt: Date
}

// Loaded with the first letter: most starts send none.
const loadComposer = async () => (await import('nodemailer/lib/mail-composer/index.js')).default

/** The letter as an Internet message. The same letter and stamp give the same bytes, so that a repeat can be told. */
export const compose = async (letter: Letter, from: Mailbox, { id, createdAt }: Stamp): Promise<Buffer> => {
  const MailComposer = await loadComposer()
  return new MailComposer({
    from: { name: senderName(letter, from), address: from.address },
    to: { name: letter.to.name ?? '', address: letter.to.address },
    subject: letter.subject,
    date: createdAt,
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    text: renderText(letter),
    html: renderHtml(letter),
    baseBoundary: id,
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

const senderName = ({ brand }: Letter, { name }: Mailbox) => {
  if (!brand) return name ?? 'Atelier'
  return name ? `${brand.name} via ${name}` : brand.name
}
