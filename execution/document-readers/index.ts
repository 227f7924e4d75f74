export { formatOf, readableTypes } from './formats.ts'
export { canDrawPages, ocrLanguages } from './ocr-programs.ts'
export { drawPage } from './page-picture.ts'
export { readDocument, readingLimits, type DocumentToRead, type ReadingEnd } from './read-document.ts'
export {
  pageStates,
  refusedPage,
  type DocumentFormat,
  type DocumentRefusal,
  type PageState,
  type ReadPage,
} from './reader.ts'
