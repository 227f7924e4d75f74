import type { Mailbox } from '../../platform/mail-address/address.ts'
import { mailHeaderValue } from '../../platform/validation/header-value.ts'

/** A mail of outreach. `messageId` is its header, which is stored before the mail is sent. */
export interface OutgoingMail {
  readonly messageId: string
  readonly to: string
  readonly toName?: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  readonly inReplyTo?: string
  readonly references?: readonly string[]
  /** An https address at which a POST unsubscribes. Source: RFC 8058. */
  readonly unsubscribeUrl?: string
  readonly autoSubmitted?: boolean
}

/** Composes the Internet message of a mail. Line breaks in its names and its subject begin no header. */
export const composeMail = async (mail: OutgoingMail, from: Mailbox, now: Date): Promise<Buffer> => {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer/index.js')
  return new MailComposer({
    from: { name: mailHeaderValue(from.name ?? ''), address: from.address },
    to: { name: mailHeaderValue(mail.toName ?? ''), address: mail.to },
    subject: mailHeaderValue(mail.subject),
    date: now,
    messageId: mail.messageId,
    ...(mail.inReplyTo !== undefined && { inReplyTo: mailHeaderValue(mail.inReplyTo) }),
    ...(mail.references && { references: mail.references.map(mailHeaderValue) }),
    headers: headersOf(mail),
    text: withLineFeeds(mail.text),
    ...(mail.html !== undefined && { html: withLineFeeds(mail.html) }),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
    .compile()
    .build()
}

const headersOf = ({ unsubscribeUrl, autoSubmitted }: OutgoingMail) => ({
  ...(unsubscribeUrl !== undefined && {
    'List-Unsubscribe': `<${mailHeaderValue(unsubscribeUrl)}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }),
  ...(autoSubmitted === true && { 'Auto-Submitted': 'auto-generated' }),
})

// A bare carriage return, followed by a dot, ends the mail for some servers (“SMTP smuggling”).
const withLineFeeds = (text: string) => text.replaceAll(/\r\n?/g, '\n')
