import { outsideReader } from '../../../platform/threads/index.ts'
import { mailMostBytes } from '../mailboxes/index.ts'
import type { readMail as mail } from './read-mail.ts'
import type { newTextOf } from './rules/new-text.ts'

/** Reads and judges a mail in a thread. */
export const readMail = outsideReader<typeof mail>({
  module: new URL('./read-mail.ts', import.meta.url),
  name: 'readMail',
  mostBytes: mailMostBytes + 1_024,
})

/** The words of a stored mail that its sender added, found in a thread. */
export const readNewText = outsideReader<typeof newTextOf>({
  module: new URL('./rules/new-text.ts', import.meta.url),
  name: 'newTextOf',
  mostBytes: 400_000,
})
