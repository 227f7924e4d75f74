import { useEffect, useState } from 'react'
import { listAiDocumentPages } from '../../../../../domains/agents/parsing/contract.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { More } from '../../../parts/show-more.tsx'
import type { Document } from '../document-state.tsx'
import { DocumentPagePanel } from './document-page-panel.tsx'

const pagesAtOnce = 20

interface PagesFromProps {
  readonly document: Document
  /** The last page before these. */
  readonly after: number
}

/** Twenty pages of a document, and those behind them on request. */
export const PagesFrom = ({ document, after }: PagesFromProps) => {
  const { data: pages = [], refetch } = useLateReply(listAiDocumentPages, {
    params: { id: document.id },
    query: { after, limit: pagesAtOnce },
  })
  const [isMore, setMore] = useState(false)
  const isBehind = pages.length < pagesAtOnce && after + pages.length < document.pagesRead
  useEffect(() => {
    if (isBehind) void refetch()
  }, [isBehind, refetch, document.pagesRead])
  const last = after + pages.length
  return (
    <>
      {pages.map((page) => (
        <DocumentPagePanel key={page.number} document={document} page={page} />
      ))}
      {isMore ? (
        <PagesFrom document={document} after={last} />
      ) : pages.length === pagesAtOnce && last < document.pagesRead ? (
        <More onMore={() => setMore(true)} />
      ) : null}
    </>
  )
}
