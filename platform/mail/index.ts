export { deliverableAddress, type Mailbox, readMailbox, type SmtpServer } from '../mail-address/address.ts'
export { isMailRefused } from './attempt.ts'
export { contrast } from './render-html.ts'
export { type Mailer, openMailer, queueAndDeliver, withDeliveryStatus } from './mailer.ts'
export {
  attachmentsFit,
  pictureMostBytes,
  type MailAttachment,
  type MailBrand,
  type MailLink,
  type MailMessage,
  type MailPicture,
} from './message.ts'
export type { MailLanguage } from './words.ts'
export { isMailOver, mailOutcomes, type MailOutcome, mailTo, removeMailTo, newestInOutbox } from './store.ts'
export { readFromOutbox } from './outbox.ts'
export { mailKeys } from './store-rewrap.ts'
