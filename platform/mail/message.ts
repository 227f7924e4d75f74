import { deliverableAddress, type Mailbox } from '../mail-address/address.ts'
import { wordsOf, type MailLanguage } from './words.ts'

/** The agency in whose name a message speaks. */
export interface MailBrand {
  readonly name: string
  /** `#rrggbb`, of the button; anything else is as if it were left out. */
  readonly primaryColor?: string
  /** Shown only if it is an https address, and read by the recipient's mail program. */
  readonly logoUrl?: string
}

export interface MailLink {
  readonly label: string
  readonly url: string
}

/** Where letters of this sort are switched off. */
interface SwitchOff {
  /** A page for people. */
  readonly page: string
  /** Takes one POST of a mail program, without a session: RFC 8058. */
  readonly oneClick: string
}

/** A picture in a message: its bytes travel with the message, so that no server learns when it is looked at. */
export interface MailPicture {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  readonly content: Buffer
  readonly width: number
  readonly height: number
  /** The text in place of the picture if a mail program shows none. */
  readonly alt: string
}

/** A file that goes with a message. */
export interface MailAttachment {
  readonly fileName: string
  readonly mediaType: string
  readonly content: Buffer
}

/** The text of a message to one person. Text and HTML are both made from it; nothing in it is markup. */
export interface MailMessage {
  readonly to: string | Mailbox
  readonly subject: string
  /**
   * Any caller can cause it by naming the address: the number of such messages for one address is limited, and the
   * greeting leaves out the name, which such a caller could choose.
   */
  readonly onRequest?: true
  /** A message that the recipient did not ask for: it is sent later if the address has reached its limit. */
  readonly paced?: true
  /** Its purpose, as `member.invitation`: the log and the queue name it so. */
  readonly kind: string
  /** Plain text below the greeting. Addresses in it do not become links: the only link is the action. */
  readonly paragraphs: readonly string[]
  readonly action?: MailLink
  /** Further links, each below its subject. */
  readonly links?: readonly MailLink[]
  /** Above the action; at most `pictureMostBytes`. */
  readonly picture?: MailPicture
  /** How the reader unsubscribes; without it there is no link. */
  readonly switchOff?: SwitchOff
  readonly brand?: MailBrand
  /** English by default. */
  readonly language?: MailLanguage
  /** Whom answers go to; left out where mail cannot be sent there. */
  readonly replyTo?: string
  /** Stored with the message, so that each attempt sends the same bytes: at most `attachmentsMostBytes` together. */
  readonly attachments?: readonly MailAttachment[]
  /** The workspace of the message, if the transaction has none. */
  readonly workspaceId?: string
  /** From when on it would be of no use, as its link has expired; three days at most. */
  readonly expiresAt?: Date
}

/** A message as it is kept and sent: whole, cleaned and bounded. */
export interface PreparedMail extends Pick<
  MailMessage,
  'subject' | 'paragraphs' | 'action' | 'links' | 'switchOff' | 'brand' | 'language' | 'replyTo'
> {
  readonly to: Mailbox
  /** Missing in messages of an earlier version. */
  readonly greeting?: string
  readonly picture?: Encoded<MailPicture>
  readonly attachments?: readonly Encoded<MailAttachment>[]
}

type Encoded<Content> = Omit<Content, 'content'> & { readonly contentBase64: string }

const paragraphsMost = 20
const linksMost = 20

/** The largest picture in a message: people read mail on phones. */
export const pictureMostBytes = 2 ** 20

/** A size that mail servers are likely to take, and the limit of the queue. */
export const attachmentsMostBytes = 16 * 2 ** 20

/** The prepared mail; undefined if its address can get none. Throws for a wrong action, and for too large parts. */
export const prepareMail = (message: MailMessage): PreparedMail | undefined => {
  const { to, subject, paragraphs, action, links, picture, switchOff, brand, language } = message
  const { name, address } = typeof to === 'string' ? { address: to, name: undefined } : to
  const reachable = deliverableAddress(address)
  if (!reachable) return undefined
  const replyTo = message.replyTo === undefined ? undefined : deliverableAddress(message.replyTo)
  return {
    to: { address: reachable, ...(name && { name: oneLine(name, 100) }) },
    subject: oneLine(subject, 200) || 'A message',
    greeting: greetingOf(message, name),
    paragraphs: paragraphs.slice(0, paragraphsMost).map((text) => oneLine(text, 2_000)),
    ...(action && { action: linkOf(action, 80) }),
    ...(links && { links: links.slice(0, linksMost).map((link) => linkOf(link, 300)) }),
    ...(picture && { picture: pictureIn(picture) }),
    ...(switchOff && { switchOff: { page: ofWeb(switchOff.page), oneClick: ofWeb(switchOff.oneClick) } }),
    ...(brand && { brand: brandOf(brand) }),
    ...(language && { language }),
    ...(replyTo && { replyTo }),
    ...(message.attachments && { attachments: attachmentsOf(message.attachments) }),
  }
}

const greetingOf = ({ language = 'en', onRequest }: MailMessage, name: string | undefined): string => {
  const shown = onRequest ? '' : oneLine(name ?? '', 100)
  return wordsOf({ language }).greeting(shown === '' ? undefined : shown)
}

const sizeOf = (attachments: readonly MailAttachment[]) =>
  attachments.reduce((sum, { content }) => sum + content.length, 0)

/** Whether a message may have these attachments: together they have `attachmentsMostBytes` at most. */
export const attachmentsFit = (attachments: readonly MailAttachment[]): boolean =>
  sizeOf(attachments) <= attachmentsMostBytes

const attachmentsOf = (attachments: readonly MailAttachment[]): Encoded<MailAttachment>[] => {
  if (!attachmentsFit(attachments)) throw new Error(`The attachments of a message have ${sizeOf(attachments)} bytes`)
  return attachments.map(({ fileName, mediaType, content }) => ({
    fileName: fileName.replaceAll(/[^\w.-]/g, '-').slice(0, 100),
    mediaType,
    contentBase64: content.toString('base64'),
  }))
}

const pictureIn = ({ content, alt, ...picture }: MailPicture): Encoded<MailPicture> => {
  if (content.length > pictureMostBytes) throw new Error(`The picture of a message has ${content.length} bytes`)
  return { ...picture, alt: oneLine(alt, 200), contentBase64: content.toString('base64') }
}

const linkOf = ({ label, url }: MailLink, most: number): MailLink => ({ label: oneLine(label, most), url: ofWeb(url) })

const brandOf = ({ name, primaryColor, logoUrl }: MailBrand): MailBrand => ({
  name: oneLine(name, 100),
  ...(primaryColor && /^#[0-9a-f]{6}$/i.test(primaryColor) && { primaryColor }),
  ...(logoUrl && isPublicLogo(logoUrl) && { logoUrl: new URL(logoUrl).href }),
})

const isPublicLogo = (text: string) => text.length <= 2_000 && URL.canParse(text) && new URL(text).protocol === 'https:'

const ofWeb = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && ['https:', 'http:'].includes(url.protocol) && url.href.length <= 2_000) return url.href
  throw new Error('The action of a message must be a web address of at most 2,000 characters')
}

// Characters that end a line or a header, that turn the direction of text around, or that only look like a space.
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b\ufeff]+/gu

/** Text on one line with single spaces, at most `most` characters; longer text ends in an ellipsis. */
export const oneLine = (text: string, most: number): string => {
  const clean = text.toWellFormed().normalize('NFC').replaceAll(unseen, ' ').replaceAll(/\s+/g, ' ').trim()
  const characters = Array.from(clean)
  return characters.length <= most
    ? clean
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}
