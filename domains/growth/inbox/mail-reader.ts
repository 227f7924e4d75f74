import { outsideReader } from '../../../platform/threads/index.ts'
import { mailMostBytes } from '../mailboxes/index.ts'
import type { readMail as mail } from './read-mail.ts'
import type { judgeMail as judged, newTextIn } from './rules/kinds.ts'

/** A mail or a text, and the texts of its thread. */
const threadMostBytes = 4 * 2 ** 20

/** Reads a mail in a thread. */
export const readMail = outsideReader<typeof mail>({
  module: new URL('./read-mail.ts', import.meta.url),
  name: 'readMail',
  mostBytes: mailMostBytes + 1_024,
})

/** Judges the wish in a mail, in a thread. */
export const judgeMail = outsideReader<typeof judged>({
  module: new URL('./rules/kinds.ts', import.meta.url),
  name: 'judgeMail',
  mostBytes: threadMostBytes,
})

/** The words of a stored mail that its sender added, found in a thread. */
export const readNewText = outsideReader<typeof newTextIn>({
  module: new URL('./rules/kinds.ts', import.meta.url),
  name: 'newTextIn',
  mostBytes: threadMostBytes,
})
