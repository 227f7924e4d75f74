import type { Transaction } from '../../../platform/db/transaction.ts'
import type { LeadRow } from '../leads/index.ts'
import {
  approvalsById,
  type ApprovedText,
  type GrowthProjectRow,
  newestApprovals,
  pageContents,
  quoteOn,
  statementsOf,
} from '../research/index.ts'
import type { Citation } from '../plays/rules.ts'

/** A source that a mail can cite: a page that was read, a client's approval, or the facts of the lead. */
export interface Source {
  /** `P1` for the first page, `A1` for the first approval, `L` for the lead. */
  readonly label: string
  readonly kind: 'page' | 'approval' | 'lead'
  readonly id: string
  /** Address of a page; undefined for others. */
  readonly url?: string
  /** The texts that can be quoted. */
  readonly texts: readonly string[]
  /** The text for the model. */
  readonly shown: string
}

const approvalsMost = 30

/** Returns the pages and client approvals that mails of a growth project can cite, beside the facts of the lead. */
export const listCitableSources = async (
  tx: Transaction,
  { id, brainVersion, websiteUrl }: GrowthProjectRow,
): Promise<readonly Source[]> => {
  const statements = await statementsOf(tx, { growthProjectId: id, version: brainVersion })
  const pageIds = [...new Set(statements.flatMap(({ pageId }) => pageId ?? []))]
  const pages = (await pageContents(tx, { ids: pageIds })).map((page, at): Source => {
    const fromPage = statements.filter(({ pageId }) => pageId === page.id)
    const lines = fromPage.map(({ kind, text, quote }) => `${kind}: ${text} Quote: "${quote ?? ''}"`)
    const url = new URL(page.url, websiteUrl).href
    return { label: `P${at + 1}`, kind: 'page', id: page.id, url, texts: [page.content], shown: lines.join('\n') }
  })
  const approvals = (await newestApprovals(tx, { limit: approvalsMost })).map((one, at): Source => {
    const texts = toTexts(one)
    return { label: `A${at + 1}`, kind: 'approval', id: one.id, texts, shown: texts.join('\n') }
  })
  return [...pages, ...approvals]
}

/** Returns the known facts about a lead as a source; its address and its consent cannot be cited. */
export const toLeadSource = ({ id, evidence }: LeadRow): Source => {
  const known = Object.entries(evidence).filter(([field]) => field !== 'email' && field !== 'consent')
  return {
    label: 'L',
    kind: 'lead',
    id,
    texts: known.map(([, { value }]) => value),
    shown: known.map(([field, { value }]) => `${field}: ${value}`).join('\n'),
  }
}

const toTexts = ({ title, comment }: ApprovedText) => [title, ...(comment === null ? [] : [comment])]

/** Returns the words of a source that a quote matches; undefined if the source does not contain them. */
export const quoteFrom = ({ kind, texts }: Pick<Source, 'kind' | 'texts'>, quote: string): string | undefined => {
  if (kind === 'lead') return texts.includes(quote.trim()) ? quote.trim() : undefined
  for (const text of texts) {
    const words = quoteOn(text, quote)
    if (words !== undefined) return words
  }
  return undefined
}

/** True if all sources of a mail still contain the words that it quotes. */
export const areCitationsCurrent = async (
  tx: Transaction,
  citations: readonly Citation[],
  lead: LeadRow,
): Promise<boolean> => {
  const idsOf = (kind: Citation['source']) =>
    citations.flatMap(({ source, sourceId }) => (source === kind && sourceId !== null ? [sourceId] : []))
  const pages = new Map((await pageContents(tx, { ids: idsOf('page') })).map(({ id, content }) => [id, [content]]))
  const approvals = new Map((await approvalsById(tx, { ids: idsOf('approval') })).map((one) => [one.id, toTexts(one)]))
  return citations.every(({ source, sourceId, quote }) => {
    if (source === 'person') return true
    const stored = source === 'page' ? pages : approvals
    const texts = source === 'lead' ? toLeadSource(lead).texts : stored.get(sourceId ?? '')
    return texts !== undefined && quote !== null && quoteFrom({ kind: source, texts }, quote) !== undefined
  })
}
