import decideAiDocumentPage from './operations/decide-ai-document-page.ts'
import deleteAiDocument from './operations/delete-ai-document.ts'
import getAiDocumentPagePicture from './operations/get-ai-document-page-picture.ts'
import getAiDocument from './operations/get-ai-document.ts'
import listAiDocumentPages from './operations/list-ai-document-pages.ts'
import listAiDocuments from './operations/list-ai-documents.ts'
import parseAiDocument from './operations/parse-ai-document.ts'
import type { DocumentParts } from './parts.ts'

export default (parts: DocumentParts) => ({
  listAiDocuments,
  parseAiDocument: parseAiDocument(parts),
  getAiDocument: getAiDocument(parts),
  listAiDocumentPages,
  getAiDocumentPagePicture: getAiDocumentPagePicture(parts),
  decideAiDocumentPage,
  deleteAiDocument,
})
