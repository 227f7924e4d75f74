export { charsetOfMarkup, decodeText, knownCharset, utf16Of } from './charset.ts'
export { readUndeclared } from './undeclared-mail.ts'
