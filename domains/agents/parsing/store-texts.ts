import type { PageState } from '../../../packages/document-readers/index.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import type { FoundPage } from '../../domain.ts'

/** The text of a page of a document. */
export interface PageText {
  readonly documentId: string
  readonly number: number
  readonly state: PageState
  /** Its beginning, at most the characters that were asked for. */
  readonly markdown: string
}

const texts = statement<{ ids: readonly string[]; chars: number; pages: number }, PageText>(
  'ai-document.page-texts',
  `select document.id as "documentId", page.number, page.state, left(page.markdown, :chars) as markdown
   from ai_document document,
     lateral (select number, state, markdown, sum(length(markdown)) over (order by number) - length(markdown) as before
       from (select number, state, markdown from ai_page where parse_id = document.parse_id order by number limit :pages) first
     ) page
   where document.workspace_id = :workspace and document.id = any(:ids) and page.before < :chars
   order by document.id, page.number`,
)
const pagesMost = 200
/** The first pages of each of some documents, in order, until they have `chars` characters. */
export const textsOfDocuments = (tx: Transaction, ids: readonly string[], chars: number) =>
  texts(tx, { ids, chars, pages: pagesMost })

// Words of a search have only letters, marks, digits and underscores, so that they are safe in an expression.
const found = statement<{ ids: readonly string[]; pattern: string; pages: number }, FoundPage>(
  'ai-document.found-texts',
  `select document.id, document.title, coalesce(page.markdown, '') as body, page.number as page, null::text as handle,
     null::uuid as "cycleId", null::uuid as "taskId"
   from ai_document document left join lateral (
     select number, left(markdown, 32000) as markdown
     from (select number, markdown from ai_page where parse_id = document.parse_id order by number limit :pages) first
     where markdown <> '' order by markdown ~* :pattern desc, number limit 1
   ) page on true
   where document.workspace_id = :workspace and document.id = any(:ids)`,
)
/** The text of documents in a search: the first page that has one of its words, else the first that has any. */
export const textsOfFoundDocuments = (tx: Transaction, ids: readonly string[], words: readonly string[]) =>
  found(tx, { ids, pattern: words.map((word) => (isAnywhere(word) ? word : `\\m${word}`)).join('|'), pages: pagesMost })

// Scripts without cases are as a rule without spaces, or add syllables to words.
const isAnywhere = (word: string) => /\p{Lo}/u.test(word)
