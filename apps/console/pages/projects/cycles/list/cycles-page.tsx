import { useParams, type LoaderFunctionArgs } from 'react-router'
import { getProject } from '../../../../../../domains/code/projects/contract.ts'
import { listCycles } from '../../../../../../domains/delivery/cycles/contract.ts'
import { isOver } from '../../../../../../domains/delivery/cycles/rules.ts'
import { prefetch } from '../../../../api/use-operation.ts'
import { prefetchPages, useLoadAllPages, usePages } from '../../../../api/use-pages.ts'
import { LinkButton } from '../../../../parts/button.tsx'
import { Empty } from '../../../../parts/empty.tsx'
import { More } from '../../../../parts/show-more.tsx'
import { Head } from '../../../../parts/page.tsx'
import { countBy, Segments, useChoice } from '../../../../parts/segments.tsx'
import { useFilter } from '../../../../parts/use-filter.tsx'
import { BatchOffer } from '../change-review/batch-offer.tsx'
import { paths } from '../../../../paths.ts'
import { isUnderWay } from '../../../../states.ts'
import { useProjectWords } from '../../../../words/project/index.ts'
import { useWords } from '../../../../words/shell/index.ts'
import type { CycleRow } from '../../../../api/waiting-items.ts'
import { CycleBoard } from './cycle-board.tsx'
import { CycleRows, useCycleCosts } from '../cycle-rows.tsx'
import { ProjectFrame } from '../../project-frame.tsx'

const allOf = (projectId: string) => ({ query: { projectId, limit: 200 } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  const id = params.projectId!
  prefetch(getProject, { params: { id } })
  return prefetchPages(listCycles, allOf(id))
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
  const { board } = useProjectWords()
  const { rows: cycles, ...rest } = usePages(listCycles, allOf(id))
  const filter = useChoice('show', filters)
  const view = useChoice('view', ['list', 'board'])
  const { shown: fitting, field } = useFilter(
    cycles,
    ({ title, handle, author }) => `${handle} ${title} ${author ?? ''}`,
    words.cycles.filterText,
    rest,
    1,
  )
  const shown = fitting.filter(fits[filter])
  const costs = useCycleCosts(id)
  useLoadAllPages(rest, filter !== 'all')
  return (
    <ProjectFrame id={id}>
      <Head
        title={words.projectList.cycles}
        count={rest.total}
        text={words.cycles.title(cycles.filter(isUnderWay).length)}
      />
      <BatchOffer projectId={id} />
      <div className="filters cycle-filters">
        <Segments
          label={words.cycles.filter}
          param="show"
          names={words.cycles.filters}
          chosen={filter}
          counts={rest.more ? undefined : countBy(filters, (one) => cycles.filter(fits[one]).length)}
        />
        {field}
        <span className="grow" />
        <Segments label={board.view} param="view" names={board.views} chosen={view} />
      </div>
      {shown.length === 0 ? (
        <div className="panel">
          <NoneShown projectId={id} isFiltered={cycles.length > 0} />
        </div>
      ) : view === 'board' ? (
        <CycleBoard cycles={shown} costOf={costs} />
      ) : (
        <CycleRows cycles={shown} costOf={costs} since={words.cycles.heads.since} />
      )}
      <More onMore={rest.more} rest={rest} shownCount={shown.length} />
    </ProjectFrame>
  )
}

const NoneShown = ({ projectId, isFiltered }: { readonly projectId: string; readonly isFiltered: boolean }) => {
  const words = useWords()
  return isFiltered ? (
    <Empty title={words.cycles.noneShown} text="">
      <LinkButton to="?" replace>
        {words.cycles.showAll}
      </LinkButton>
    </Empty>
  ) : (
    <Empty title={words.cycles.none} text={words.cycles.noneText}>
      <LinkButton variant="primary" to={paths.newCycle(projectId)}>
        {words.home_.newCycle}
      </LinkButton>
    </Empty>
  )
}
