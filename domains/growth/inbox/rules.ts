export { addressOf, readFields, readIds } from './rules/fields.ts'
export { intentOf, isAutoReply, type ReplyHeaders, wantsNoMail } from './rules/judge.ts'
export { newTextOf } from './rules/new-text.ts'
export { type MailReport, readDeliveryStatus, readFeedback } from './rules/reports.ts'
