export { charsetOfMarkup, decodeText, knownCharset, utf16Of } from './charset.ts'
export { decodeLines, encodeLike, isBinary } from './lines.ts'
export { readUndeclared } from './undeclared-mail.ts'
