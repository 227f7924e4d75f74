import type { DocumentRefusal } from '../reader.ts'

/** Nothing of the document can be read. */
export class RefusedDocumentError extends Error {
  readonly rule: DocumentRefusal

  constructor(rule: DocumentRefusal) {
    super(`The document is refused: ${rule}`)
    this.name = 'RefusedDocumentError'
    this.rule = rule
  }
}
