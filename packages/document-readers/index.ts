export { formatOf, readableTypes } from './formats.ts'
export { canDrawPages, ocrLanguages } from './ocr-programs.ts'
export { drawPage } from './page-picture.ts'
export { openRows, rowsLimits, RowsRefusedError, type OpenedRows } from './read-rows.ts'
export { readDocument, readingLimits } from './read-document.ts'
export {
  pageStates,
  refusedPage,
  type DocumentFormat,
  type DocumentRefusal,
  type PageState,
  type ReadPage,
  type WorkbookRow,
} from './reader.ts'
