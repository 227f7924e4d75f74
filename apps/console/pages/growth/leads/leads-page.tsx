import { useParams, type LoaderFunctionArgs } from 'react-router'
import { listGrowthLeads } from '../../../../../domains/growth/leads/contract.ts'
import { getGrowthProject } from '../../../../../domains/growth/plays/contract.ts'
import { prefetch, useReply } from '../../../api/use-operation.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { Head, useTitle } from '../../../parts/page.tsx'
import { Section } from '../../../parts/section.tsx'
import { Segments, useChoice } from '../../../parts/segments.tsx'
import { useFilter } from '../../../parts/use-filter.tsx'
import { useGrowthLeadWords } from '../../../words/growth-leads/index.ts'
import { GrowthFrame } from '../growth-frame.tsx'
import { leadText } from './lead-facts.ts'
import { LeadTable, NoLeads } from './lead-table.tsx'
import { LookupSection } from './lookup-section.tsx'
import { UploadSection } from './upload-section.tsx'

const statuses = ['all', 'new', 'queued', 'disqualified'] as const

const inputOf = (projectId: string, status: (typeof statuses)[number]) => ({
  params: { projectId },
  ...(status !== 'all' && { query: { status } }),
})

export const loader = ({ params, request }: LoaderFunctionArgs) => {
  const projectId = params.growthProjectId!
  const asked = new URL(request.url).searchParams.get('status')
  prefetch(getGrowthProject, { params: { projectId } })
  return prefetchPages(listGrowthLeads, inputOf(projectId, statuses.find((one) => one === asked) ?? 'all'))
}

/** The leads of a growth project, each with its known facts and their sources. */
export default function LeadsPage() {
  const words = useGrowthLeadWords()
  const projectId = useParams().growthProjectId!
  const project = useReply(getGrowthProject, { params: { projectId } })
  const chosen = useChoice('status', statuses)
  const { rows, ...rest } = usePages(listGrowthLeads, inputOf(projectId, chosen))
  const { shown, field, isNone } = useFilter(rows, leadText, words.filter, rest)
  useTitle(words.title, project.name)
  return (
    <GrowthFrame project={project} isWide>
      <Head title={words.title} count={rest.total} />
      <Section title={words.list} action={field}>
        <div className="lead-filter">
          <Segments label={words.columns.state} param="status" names={words.shown} chosen={chosen} />
        </div>
        {rows.length === 0 || isNone ? (
          <NoLeads isFiltered={rows.length > 0 || chosen !== 'all'} />
        ) : (
          <LeadTable leads={shown} rest={rest} />
        )}
      </Section>
      {project.archivedAt === null ? <UploadSection projectId={projectId} /> : null}
      {project.archivedAt === null && (rows.length > 0 || chosen !== 'all') ? (
        <LookupSection projectId={projectId} />
      ) : null}
    </GrowthFrame>
  )
}
