import type { PreparedMail } from './message.ts'
import { wordsOf } from './words.ts'

/** The mail as plain text: the whole of it, the link on a line of its own. */
export const renderText = (prepared: PreparedMail): string => {
  const { greeting, action, links = [], switchOff } = prepared
  const parts = [
    ...(greeting === undefined ? [] : [unlinked(greeting)]),
    ...prepared.paragraphs.map(unlinked),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...links.map(({ label, url }) => `${unlinked(label)}\n${url}`),
    `-- \n${footer(prepared)}${switchOff ? `\n${wordsOf(prepared).switchOff}:\n${switchOff.page}` : ''}`,
  ]
  return `${parts.join('\n\n')}\n`
}

/** Names the sender and the recipient, so that a forwarded message shows its origin. */
export const footer = (prepared: PreparedMail): string =>
  wordsOf(prepared).footer(prepared.to.address, prepared.brand?.name)

/**
 * Text that mail programs do not turn into links: it contains names that people choose, and a name such as “win at
 * example.com” would be an advertisement in our message. The mark that parts it is not seen. A mail address stays as it
 * is, and so does a number, which people copy into the form of their bank.
 */
export const unlinked = (text: string): string =>
  text.replaceAll(/\S+/g, (word) =>
    mailAddress.test(word) || amount.test(word) ? word : word.replaceAll(joint, (mark) => `${mark}\u200c`),
  )

const amount = /^(?:[A-Z]{0,3}\p{Sc})?\d{1,3}(?:[.,]\d{3})*(?:[.,]\d{1,3})?[.,]?$/u
const mailAddress = /^[^@:/]+@[^@:/]+$/
const joint = /(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])|:(?=\/\/)/gu
