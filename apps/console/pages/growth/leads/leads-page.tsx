import { useParams, type LoaderFunctionArgs } from 'react-router'
import { listGrowthLeads } from '../../../../../domains/growth/leads/contract.ts'
import { getGrowthProject } from '../../../../../domains/growth/plays/contract.ts'
import { updateGrowthLead } from '../../../../../domains/growth/sending/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { prefetch, useOperation, useReply } from '../../../api/use-operation.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { useFormat } from '../../../format.ts'
import { Button } from '../../../parts/button.tsx'
import { Empty } from '../../../parts/empty.tsx'
import { Head, useTitle } from '../../../parts/page.tsx'
import { PartialRows } from '../../../parts/partial-rows.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useFilter } from '../../../parts/use-filter.tsx'
import { useGrowthLeadWords } from '../../../words/growth-leads/index.ts'
import { GrowthFrame } from '../growth-frame.tsx'
import { LeadRights } from './lead-rights.tsx'
import { LookupSection } from './lookup-section.tsx'
import { UploadSection } from './upload-section.tsx'

const inputOf = (projectId: string) => ({ params: { projectId } })

export const loader = ({ params }: LoaderFunctionArgs) => {
  prefetch(getGrowthProject, inputOf(params.growthProjectId!))
  return prefetchPages(listGrowthLeads, inputOf(params.growthProjectId!))
}

type Lead = Reply<typeof listGrowthLeads>[number]

/** The leads of a growth project, each with its known facts and their sources. */
export default function LeadsPage() {
  const words = useGrowthLeadWords()
  const projectId = useParams().growthProjectId!
  const project = useReply(getGrowthProject, inputOf(projectId))
  const { rows, ...rest } = usePages(listGrowthLeads, inputOf(projectId))
  const { shown, field, isNone } = useFilter(rows, ({ address, domain }) => address ?? domain, words.filter, rest)
  useTitle(words.title, project.name)
  return (
    <GrowthFrame project={project}>
      <Head title={words.title} count={rest.total} />
      {project.archivedAt === null ? <UploadSection projectId={projectId} /> : null}
      {project.archivedAt === null && rows.length > 0 ? <LookupSection projectId={projectId} /> : null}
      <Section title={words.list} action={field}>
        <div className="panel rows">
          {rows.length === 0 ? <Empty title={words.none} text={words.noneText} /> : null}
          {rows.length > 0 && isNone ? <Empty title={words.noneFound} text={words.noneFoundText} /> : null}
          <PartialRows rows={shown} rest={rest}>
            {(row) => <LeadRow key={row.id} lead={row} />}
          </PartialRows>
        </div>
      </Section>
    </GrowthFrame>
  )
}

const LeadRow = ({ lead }: { readonly lead: Lead }) => {
  const words = useGrowthLeadWords()
  const { day } = useFormat()
  const update = useOperation(updateGrowthLead)
  const { id, address, addressVerdict, domain, status, evidence, createdAt } = lead
  const isOut = status === 'disqualified'
  const next = isOut ? 'new' : 'disqualified'
  return (
    <div className="row person rows-cheap">
      <div className="who">
        <b className="cut" dir="auto">
          {address ?? domain}
        </b>
        <span className="quiet">
          {[
            words.statuses[status],
            ...(addressVerdict === null ? [] : [words.verdicts[addressVerdict]]),
            day(createdAt),
          ].join(' · ')}
        </span>
        <details>
          <summary>{words.known(evidence.length)}</summary>
          <dl>
            {evidence.map(({ field, value, row, provider, at }) => (
              <div key={field}>
                <dt>{words.fields[field]}</dt>
                <dd dir="auto">
                  {value} <span className="quiet">{words.source(row, provider, day(at))}</span>
                </dd>
              </div>
            ))}
          </dl>
        </details>
        <Refusal error={update.error} />
      </div>
      <div className="acts">
        <Button
          size="small"
          isPending={update.isPending}
          aria-label={`${isOut ? words.restore : words.disqualify}: ${address ?? domain}`}
          onClick={() => update.mutate({ params: { leadId: id }, body: { status: next } })}
        >
          {isOut ? words.restore : words.disqualify}
        </Button>
        <LeadRights leadId={id} name={address ?? domain} />
      </div>
    </div>
  )
}
