export { isInvoiceLetterWanted } from './is-wanted.ts'
