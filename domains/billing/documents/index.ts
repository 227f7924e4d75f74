export { pdfOf, readForPdf } from './pdf.ts'
