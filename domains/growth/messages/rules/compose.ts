import type { PlayLanguage } from '../../plays/rules.ts'

/** The words above the link to unsubscribe in a mail. */
export const unsubscribeWords: Readonly<Record<PlayLanguage, string>> = {
  en: 'If you want no more mail from us:',
  de: 'Wenn Sie keine weiteren E-Mails von uns wünschen:',
}

interface Footer {
  readonly language: PlayLanguage
  readonly postalAddress: string
  readonly unsubscribeUrl: string
}

/** The text of a mail of a sequence: the body, the sender's name and address, and how to get no more. */
export const withFooter = (body: string, { language, postalAddress, unsubscribeUrl }: Footer): string =>
  [body.trimEnd(), '', '-- ', postalAddress, '', unsubscribeWords[language], unsubscribeUrl, ''].join('\n')

/** The subject of a mail that follows another mail. */
export const replySubject = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`)

interface Earlier {
  readonly subject: string
  readonly isCancelled: boolean
}

/**
 * The subject of a mail of a sequence behind these, the newest first: its own, else one of theirs. Where none of them
 * went out it has no “Re:”, since the lead would get a reply to nothing.
 */
export const subjectAfter = (own: string, earlier: readonly Earlier[]): string => {
  const subject = own || (earlier.find((one) => one.subject !== '')?.subject ?? '')
  if (earlier.every(({ isCancelled }) => isCancelled)) return subject.replace(/^(?:re:\s*)+/i, '')
  return own || replySubject(subject)
}

/** The header Message-ID of a mail: a random id at the domain of its sender. */
export const messageIdOf = (id: string, senderAddress: string): string =>
  `<${id}@${senderAddress.slice(senderAddress.lastIndexOf('@') + 1)}>`
