import { Link } from 'react-router'
import { listProjects } from '../../../../../domains/code/projects/contract.ts'
import { listEvents } from '../../../../../domains/record/events/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetchPages, useAllRowsLater, usePages } from '../../../api/use-pages.ts'
import { useAges, useFormat } from '../../../format.ts'
import { Empty } from '../../../parts/empty.tsx'
import { More } from '../../../parts/show-more.tsx'
import { Head } from '../../../parts/page.tsx'
import { paths } from '../../../paths.ts'
import { useAuditWords } from '../../../words/audit/index.ts'
import { AuditFrame } from '../audit-frame.tsx'

const all = { query: { limit: 100 } }

export const loader = () => prefetchPages(listEvents, all)

type Event = Reply<typeof listEvents>[number]

export default function ActivityPage() {
  const words = useAuditWords().activity
  const { rows, ...rest } = usePages(listEvents, all)
  const names = new Map(useAllRowsLater(listProjects)?.map(({ id, name }) => [id, name]))
  return (
    <AuditFrame>
      <Head title={words.title} text={words.text} />
      <div className="panel rows">
        {rows.length === 0 ? <Empty title={words.none} text={words.noneText} /> : null}
        {rows.map((event) => (
          <EventRow key={event.id} event={event} project={names.get(event.projectId ?? '')} />
        ))}
      </div>
      <More onMore={rest.more} rest={rest} />
    </AuditFrame>
  )
}

const EventRow = ({ event, project }: { readonly event: Event; readonly project: string | undefined }) => {
  const { whole } = useFormat()
  const { ago } = useAges()
  const { eventType, projectId, cycleId, occurredAt } = event
  const inside = (
    <>
      <span className="t mono cut">{eventType}</span>
      <span className="m cut grow" dir="auto" title={project}>
        {project}
      </span>
      <time className="m num age" dateTime={occurredAt} title={whole(occurredAt)}>
        {ago(occurredAt)}
      </time>
    </>
  )
  if (projectId === null || project === undefined) return <div className="row rows-cheap">{inside}</div>
  return (
    <Link className="row rows-cheap" to={cycleId === null ? paths.project(projectId) : paths.cycle(projectId, cycleId)}>
      {inside}
    </Link>
  )
}
