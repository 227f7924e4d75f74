import type { PageState } from '../../../execution/document-readers/index.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'

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
