import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { listGrowthMessages } from '../../../../domains/growth/messages/contract.ts'
import { listGrowthProjects } from '../../../../domains/growth/research/contract.ts'
import { page } from '../../api/client.ts'
import { cachedAs } from '../../api/stale.ts'
import { useFirstRowsLater } from '../../api/use-operation.ts'
import { paths } from '../../paths.ts'
import { useGrowthMailWords } from '../../words/growth-mails/index.ts'
import { useWords } from '../../words/shell/index.ts'

// The mails of each project are a request of their own.
const projectsMost = 5
const mailsMost = 20

interface WaitingMailsProps {
  /** Called with the number of mails, and whether there are more. */
  readonly onCount: (waiting: { readonly count: number; readonly isMore: boolean }) => void
}

/** Links to mails of plays that wait for approval, one for each growth project; renders nothing without any. */
export default function WaitingMails({ onCount }: WaitingMailsProps) {
  const words = useGrowthMailWords()
  const { growth } = useWords()
  const { data: projects = [] } = useFirstRowsLater(listGrowthProjects, { query: { limit: projectsMost } })
  const open = projects.filter(({ archivedAt }) => archivedAt === null)
  const waiting = useQueries({
    queries: open.map(({ id }) => {
      const input = { params: { projectId: id }, query: { status: 'draft', limit: mailsMost } } as const
      return { ...cachedAs(listGrowthMessages, input, 'page'), queryFn: () => page(listGrowthMessages, input) }
    }),
    combine: (results) =>
      results.flatMap(({ data }, at) => {
        const playId = data?.rows[0]?.growthPlayId
        if (data === undefined || playId == null) return []
        return [{ playId, name: open[at]!.name, count: data.rows.length, isMore: data.next !== undefined }]
      }),
  })
  const all = waiting.reduce((sum, { count }) => sum + count, 0)
  const isAnyMore = waiting.some(({ isMore }) => isMore)
  useEffect(() => onCount({ count: all, isMore: isAnyMore }), [onCount, all, isAnyMore])
  if (waiting.length === 0) return null
  return (
    <section className="sect" aria-label={growth}>
      <div className="sect-head">
        <h2>{growth}</h2>
      </div>
      <div className="panel rows">
        {waiting.map(({ playId, name, count, isMore }) => (
          <Link key={playId} className="row" to={paths.growthMails(playId)}>
            <span className="grow t">{words.waitOf(count, isMore)}</span>
            <span className="m cut" dir="auto">
              {name}
            </span>
          </Link>
        ))}
      </div>
    </section>
  )
}
