import { Type } from 'typebox'
import { bytes, conflict, contract, operation, resourceWithoutClients, to } from '../../../platform/contract/index.ts'
import {
  clamped,
  exampleText,
  Id,
  maybe,
  MessageAck,
  namedObject,
  oneOf,
  text,
  Time,
} from '../../../platform/contract/schema.ts'
import { aiErrors } from '../assets/contract/refusals.ts'
import { AiSource } from '../assets/contract/source.ts'
import { documentEngines, documentStatuses, pageDecisions } from './rules.ts'

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    ai_document: 'workspace'
  }
}

const engine = oneOf(documentEngines, {
  description:
    '`text` reads the words that the document stores, `ocr` recognizes words in pictures of its pages, `native` lets a model read them.',
})
const states = ['parsed', 'empty', 'needs_ocr', 'refused'] as const

const ParseDocument = namedObject('ParseDocument', {
  source: AiSource,
  engine: Type.Optional(engine),
  projectId: Type.Optional(
    text(1, 100, {
      description: 'The project that the document is material of.',
      examples: ['019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'],
    }),
  ),
  critical: Type.Optional(
    Type.Boolean({ description: 'Whether a person has to accept each page before the document counts.' }),
  ),
  scanned: Type.Optional(
    Type.Boolean({ description: 'A hint that pages are pictures: `text` then recognizes words too, at no cost.' }),
  ),
  visual: Type.Optional(
    Type.Boolean({
      description:
        'A hint that the meaning is in layout or figures: `native` then describes figures too. The other engines read the same.',
    }),
  ),
})

const counts = Object.fromEntries(
  states.map((state) => [state, Type.Integer({ minimum: 0, description: `Pages that are \`${state}\`.` })]),
) as Record<(typeof states)[number], ReturnType<typeof Type.Integer>>

const fields = {
  id: Id,
  projectId: maybe(Type.String({ ...Id, description: 'The project that it is material of; null for none.' })),
  title: exampleText('The name of its file.', 'brief.pdf'),
  status: oneOf(documentStatuses, {
    description: 'Its state. A critical document is `review_required` until a person decided about each page.',
  }),
  engine,
  engineVersion: exampleText('The version of the engine. Another version reads the same bytes again.', 'text-1'),
  critical: Type.Boolean({ description: 'Whether a person has to accept each page.' }),
  reused: Type.Boolean({
    description: 'Whether the same bytes were parsed before, so that this request was not billed.',
  }),
  sourceKey: Type.String({ ...Id, description: 'The key of the file that was parsed.' }),
  sourceUrl: maybe(
    Type.String({ description: 'The address that it was fetched from; null for a file.', examples: [null] }),
  ),
  pagesTotal: maybe(Type.Integer({ minimum: 0, description: 'How many pages it has; null until it was opened.' })),
  pagesRead: Type.Integer({ minimum: 0, description: 'How many pages were read so far.' }),
  pageStates: Type.Object(counts, { description: 'How many pages are in each state.' }),
  refusal: maybe(
    Type.String({
      description: 'The rule by which the document could not be read; null for a readable document.',
      examples: [null],
    }),
  ),
  costUsd: Type.Number({ minimum: 0, description: 'The cost of the parse. A request that reused it cost nothing.' }),
  createdAt: Time,
}

export const AiDocument = namedObject('AiDocument', fields)
const AiDocumentParsed = namedObject('AiDocumentParsed', fields)
const AiDocumentRead = namedObject('AiDocumentRead', {
  ...fields,
  extractedUrl: maybe(
    exampleText(
      'The path of the whole text as Markdown; null while there is no text.',
      'https://atelier.example.com/v1/api/ai/assets/019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11?download=1',
    ),
  ),
})

export const AiDocumentPage = namedObject('AiDocumentPage', {
  number: Type.Integer({ minimum: 1, description: 'The page, from 1.' }),
  state: oneOf(states, {
    description:
      '`parsed` has text, `empty` has nothing, `needs_ocr` shows something that is no text, `refused` could not be read.',
  }),
  confidence: Type.Number({ minimum: 0, maximum: 1, description: 'How sure the text is, from 0 to 1.' }),
  reasons: Type.Array(Type.String(), { description: 'Codes for programs: why the document is not surer.' }),
  markdown: exampleText('Its text as Markdown.', '# Brief'),
  decision: maybe(
    oneOf(pageDecisions, {
      description: 'A person’s decision about it; null before, and for a document that is not critical.',
    }),
  ),
  decidedAt: maybe(Time),
})

const access = to('agency', resourceWithoutClients('ai_document', 'params.id'))

export const listAiDocuments = operation({
  method: 'GET',
  path: '/v1/api/ai/documents',
  summary: 'List parsed documents, newest first, without their text',
  reach: 'call',
  access: to('agency'),
  query: Type.Object({ limit: clamped(1, 200, 50), cursor: Type.Optional(Type.String({ maxLength: 200 })) }),
  replies: { 200: Type.Array(AiDocument) },
  audit: { refusals: 'ai_document.list' },
  reads: { ai_document: 'all' },
})

export const parseAiDocument = operation({
  method: 'POST',
  path: '/v1/api/ai/documents',
  summary: 'Parse a document into Markdown. Equal bytes are parsed and billed once',
  reach: 'call',
  access: to('agency'),
  body: ParseDocument,
  replay: false,
  effect: 'outside',
  replies: { 201: AiDocumentParsed },
  errors: aiErrors,
  audit: { action: 'ai_document.parse', category: 'create', event: 'ai_document.created' },
})

export const getAiDocument = operation({
  method: 'GET',
  path: '/v1/api/ai/documents/{id}',
  summary: 'Read a document: its progress, and where its text is',
  reach: 'call',
  access,
  replies: { 200: AiDocumentRead },
  audit: { refusals: 'ai_document.get' },
  reads: { ai_document: 'all' },
})

export const listAiDocumentPages = operation({
  method: 'GET',
  path: '/v1/api/ai/documents/{id}/pages',
  summary: 'List pages of a document with their text, in order',
  reach: 'call',
  access,
  query: Type.Object({
    after: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The last page that was read.' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'How many pages; 20 without it.' })),
  }),
  replies: { 200: Type.Array(AiDocumentPage) },
  audit: { refusals: 'ai_document.list_pages' },
  reads: { ai_document: 'all' },
})

export const getAiDocumentPagePicture = operation({
  method: 'GET',
  path: '/v1/api/ai/documents/{id}/picture',
  summary: 'Get a picture of a page of a PDF or an image',
  reach: 'transfer',
  access,
  query: Type.Object({
    page: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The page, from 1.', examples: [1] }),
  }),
  effect: 'outside',
  replies: {
    200: bytes('image/*', {
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=3600',
    }),
  },
  errors: {
    noPicture: {
      status: 404,
      code: 'ai_page_without_picture',
      message: 'There is no picture of this page. Pages of PDFs and images have one.',
    },
    disabled: aiErrors.disabled,
  },
  audit: { refusals: 'ai_document.get_picture' },
})

export const decideAiDocumentPage = operation({
  method: 'PUT',
  path: '/v1/api/ai/documents/{id}/decision',
  summary: 'Accept or reject a page of a critical document',
  reach: { page: '/documents/{id}' },
  access,
  body: namedObject('DecideDocumentPage', {
    page: Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The page, from 1.', examples: [1] }),
    decision: oneOf(pageDecisions, { description: 'Whether the text is right for the page.' }),
  }),
  replies: { 200: AiDocument },
  errors: {
    noPage: { status: 404, code: 'ai_page_not_found', message: 'The document has no such page.' },
    notReviewed: conflict({
      code: 'ai_document_not_reviewed',
      message: 'Only pages of a critical document that was parsed are decided about.',
    }),
  },
  audit: { action: 'ai_document.decide_page', category: 'update', event: 'ai_document.reviewed' },
})

export const deleteAiDocument = operation({
  method: 'DELETE',
  path: '/v1/api/ai/documents/{id}',
  summary: 'Delete a document, with its text unless another document has it. Its file stays as long as files are kept',
  reach: { page: '/documents/{id}' },
  access,
  replies: { 200: MessageAck },
  errors: {
    beingRead: conflict({
      code: 'ai_document_being_read',
      message: 'This document is still being read. Delete it once that has ended.',
    }),
  },
  audit: { action: 'ai_document.delete', category: 'delete', event: 'ai_document.deleted' },
})

export const documents = contract({
  deleteAiDocument,
  listAiDocuments,
  parseAiDocument,
  getAiDocument,
  listAiDocumentPages,
  getAiDocumentPagePicture,
  decideAiDocumentPage,
})
