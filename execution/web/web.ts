/** The web tools of an agent: decisions/0060. */
export type WebTool = 'web_search' | 'web_read' | 'web_crawl'

/** One result of a search, in its provider's words. */
export interface SearchResult {
  readonly title: string
  readonly url: string
  /** The page's text about the query; may be empty. */
  readonly snippet: string
}

/** The text of a page, as Markdown or plain text. */
export interface PageText {
  readonly url: string
  readonly title: string
  readonly text: string
}

/** The most pages on a site that a question reads. */
export const crawlPagesMost = 10
/** After this time the pages read so far are the answer. */
export const crawlMs = 90_000

const sentences = {
  key: (who: string) => `${who} refused the key of this workspace. Somebody has to save a new one.`,
  used: (who: string) => `The plan of this workspace with ${who} is used up.`,
  busy: (who: string) => `${who} takes no more requests at the moment.`,
  slow: (who: string) => `${who} took too long to answer.`,
  failed: (who: string) => `${who} failed to answer.`,
  request: (who: string) => `${who} does not take this request. Ask for something else.`,
  page: (who: string) => `${who} could not read this page.`,
  robots: (who: string) => `${who} asks programs not to read this page (robots.txt).`,
  waiting: (who: string) => `Too many pages of ${who} are waiting to be read already. Read other pages first.`,
  form: (who: string) => `What ${who} answered cannot be read as text.`,
  allowance: (who: string) => `${who} has read all pages that this workspace may read in a month. Go on without it.`,
} as const

export type WebRefusalReason = keyof typeof sentences

/** Nothing was found or read. `message` names provider or host, and nothing of an answer, which may repeat the key. */
export class WebRefusal extends Error {
  override readonly name = 'WebRefusal'
  readonly reason: WebRefusalReason

  constructor(reason: WebRefusalReason, who: string, cause?: unknown) {
    super(sentences[reason](who), { cause })
    this.reason = reason
  }
}
