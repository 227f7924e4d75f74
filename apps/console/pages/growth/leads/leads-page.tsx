import { useParams, type LoaderFunctionArgs } from 'react-router'
import { listGrowthLeads } from '../../../../../domains/growth/leads/contract.ts'
import { getGrowthProject } from '../../../../../domains/growth/plays/contract.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { Head, useTitle } from '../../../parts/page.tsx'
import { useChoice } from '../../../parts/segments.tsx'
import { useFilter } from '../../../parts/use-filter.tsx'
import { useOpener } from '../../../parts/use-opener.tsx'
import { useGrowthLeadWords } from '../../../words/growth-leads/index.ts'
import { GrowthFrame } from '../growth-frame.tsx'
import type { LeadAction } from './chosen-leads.tsx'
import { leadText } from './lead-facts.ts'
import { leadsAsked, LeadStates, leadStates } from './lead-states.tsx'
import { LeadTable, NoLeads } from './lead-table.tsx'
import { LookupSection } from './lookup-section.tsx'
import { UploadSection } from './upload-section.tsx'

export const loader = ({ params, request }: LoaderFunctionArgs) => {
  const projectId = params.growthProjectId!
  const asked = new URL(request.url).searchParams.get('status')
  prefetch(getGrowthProject, { params: { projectId } })
  return prefetchPages(listGrowthLeads, leadsAsked(projectId, leadStates.find((one) => one === asked) ?? 'all'))
}

/** The leads of a growth project, each with its known facts and their sources. */
export default function LeadsPage() {
  const words = useGrowthLeadWords()
  const projectId = useParams().growthProjectId!
  const project = useReply(getGrowthProject, { params: { projectId } })
  const chosen = useChoice('status', leadStates)
  const { rows, ...rest } = usePages(listGrowthLeads, leadsAsked(projectId, chosen))
  const { shown, field, isNone } = useFilter(rows, leadText, words.filter, rest, 0)
  const isNew = rows.length === 0 && chosen === 'all'
  const { isOpen: isUploading, opener } = useOpener(words.upload, isNew)
  const canChange = project.archivedAt === null
  const actions: readonly LeadAction[] = [
    { text: words.disqualify, status: 'disqualified', fits: ({ status }) => status !== 'disqualified' },
    { text: words.restore, status: 'new', fits: ({ status }) => status !== 'new' },
  ]
  useTitle(words.title, project.name)
  return (
    <GrowthFrame project={project} isWide>
      <Head title={words.title} count={rest.total} actions={canChange ? opener : undefined} />
      {canChange && isUploading ? <UploadSection projectId={projectId} /> : null}
      {canChange && !isNew ? <LookupSection projectId={projectId} /> : null}
      <div className="filters">
        <LeadStates projectId={projectId} chosen={chosen} />
        {field}
      </div>
      {rows.length === 0 || isNone ? (
        <NoLeads isFiltered={!isNew} />
      ) : (
        <LeadTable
          leads={shown}
          rest={rest}
          projectId={projectId}
          actions={canChange ? actions : []}
          plays={project.plays}
        />
      )}
    </GrowthFrame>
  )
}
