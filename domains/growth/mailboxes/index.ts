export { MailFailure, mailMostBytes, type OutgoingMail, type SendOutcome } from '../../../execution/mail/index.ts'
export type { MailboxParts } from './sign-in.ts'
export { doRecordsHold } from './handlers.ts'
export type { MailboxRow } from './tables.ts'
export { readNewMail } from './read-new-mail.ts'
export { sendMail } from './send-mail.ts'
export {
  connectedMailboxes,
  findMailbox,
  releaseSend,
  sendableMailboxes,
  claimSend,
  mailboxesReadIn,
  mailboxesToRead,
} from './store.ts'
