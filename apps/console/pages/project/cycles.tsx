import { Link, useParams, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../domains/code/projects/contract.ts'
import { listCycles } from '../../../../domains/delivery/cycles/contract.ts'
import { isOver } from '../../../../domains/delivery/cycles/rules.ts'
import { prefetch, useReply } from '../../api/use-operation.ts'
import { Empty } from '../../parts/empty.tsx'
import { Head } from '../../parts/page.tsx'
import { paths } from '../../paths.ts'
import { isUnderWay } from '../../states.ts'
import { useWords } from '../../words/use-words.ts'
import type { CycleRow } from '../home/waiting.ts'
import { CycleRows } from './cycle-rows.tsx'
import { ProjectFrame } from './project-frame.tsx'
import './project.css'

const allOf = (projectId: string) => ({ query: { projectId } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = params.projectId!
  prefetch(getProject, { params: { id } })
  return prefetch(listCycles, allOf(id))
}

const filters = ['all', 'open', 'done'] as const
type Filter = (typeof filters)[number]

const fits: Readonly<Record<Filter, (cycle: CycleRow) => boolean>> = {
  all: () => true,
  open: isUnderWay,
  done: ({ status }) => isOver(status),
}

export default function CyclesPage() {
  const id = useParams().projectId!
  const words = useWords()
  const [query] = useSearchParams()
  const cycles = useReply(listCycles, allOf(id))
  const chosen = filters.find((one) => one === query.get('show')) ?? 'all'
  const shown = cycles.filter(fits[chosen])
  return (
    <ProjectFrame id={id}>
      <Head title={words.cycles.title(cycles.filter(isUnderWay).length)} />
      <div className="filters">
        <div className="seg" role="group" aria-label={words.cycles.filter}>
          {filters.map((one) => (
            <Link
              key={one}
              to={one === 'all' ? '?' : `?show=${one}`}
              replace
              aria-current={one === chosen || undefined}
            >
              {words.cycles.filters[one]}
            </Link>
          ))}
        </div>
        <span className="grow" />
        <span className="quiet">{shown.length}</span>
      </div>
      {shown.length > 0 ? (
        <CycleRows cycles={shown} />
      ) : (
        <div className="panel">
          <NoneShown projectId={id} isFiltered={cycles.length > 0} />
        </div>
      )}
    </ProjectFrame>
  )
}

const NoneShown = ({ projectId, isFiltered }: { readonly projectId: string; readonly isFiltered: boolean }) => {
  const words = useWords()
  return isFiltered ? (
    <Empty title={words.cycles.noneShown} text="">
      <Link className="btn" to="?" replace>
        {words.cycles.showAll}
      </Link>
    </Empty>
  ) : (
    <Empty title={words.cycles.none} text={words.cycles.noneText}>
      <Link className="btn primary" to={paths.newCycle(projectId)}>
        {words.home_.newCycle}
      </Link>
    </Empty>
  )
}
