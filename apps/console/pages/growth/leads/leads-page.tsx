import { useParams, type LoaderFunctionArgs } from 'react-router'
import { listGrowthLeads, uploadGrowthLeadList } from '../../../../../domains/growth/leads/contract.ts'
import { getGrowthProject } from '../../../../../domains/growth/plays/contract.ts'
import { prefetch, useReply, useOperation } from '../../../api/use-operation.ts'
import { prefetchPages, usePages } from '../../../api/use-pages.ts'
import { Head, useTitle } from '../../../parts/page.tsx'
import { useChoice } from '../../../parts/forms/segments.tsx'
import { useOpener } from '../../../parts/use-opener.tsx'
import { useGrowthLeadWords } from '../../../words/growth-leads/index.ts'
import { GrowthFrame } from '../growth-frame.tsx'
import { type LeadAction, LeadTable } from './lead-table.tsx'
import { leadsAsked, LeadStates, leadStates } from './lead-states.tsx'
import { LookupSection } from './lookup-section.tsx'
import { useRef, useState } from 'react'
import { listMediaType, workbookMediaType } from '../../../../../domains/growth/leads/rules/records.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { Empty } from '../../../parts/feedback/empty.tsx'
import { Button } from '../../../parts/forms/button.tsx'
import { ChooseFile } from '../../../parts/forms/choose-files.tsx'
import { PartialRows } from '../../../parts/list/partial-rows.tsx'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { dot } from '../../../parts/text/joined.tsx'

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
      {canChange && !isNew ? (
        <LookupSection projectId={projectId} isAddressMissing={rows.some(({ address }) => address === null)} />
      ) : null}
      <LeadTable
        leads={rows}
        rest={rest}
        projectId={projectId}
        actions={canChange ? actions : []}
        plays={project.plays.length > 1 ? project.plays : undefined}
        controls={<LeadStates projectId={projectId} chosen={chosen} />}
        none={isNew ? <Empty title={words.none} text={words.noneText} /> : undefined}
      />
    </GrowthFrame>
  )
}

type ImportResult = Reply<typeof uploadGrowthLeadList>

/** Uploads a list and shows the result for each row, with the sheets of a workbook that can still be read. */
const UploadSection = ({ projectId }: { readonly projectId: string }) => {
  const words = useGrowthLeadWords()
  const file = useRef<HTMLInputElement>(null)
  const [imported, setImported] = useState<ImportResult>()
  const [chosen, setChosen] = useState<File>()
  const upload = useOperation(uploadGrowthLeadList, { then: setImported })
  const send = (content: File, sheet?: string) => {
    setChosen(content)
    setImported(undefined)
    upload.mutate({
      params: { projectId },
      query: { fileName: content.name, ...(sheet !== undefined && { sheet }) },
      body: { content, sizeBytes: content.size, mediaType: listMediaType(content.name) },
    })
  }
  return (
    <Section title={words.upload} text={words.uploadText}>
      <div className="panel pad stack">
        <div className="line">
          <Button variant="primary" isPending={upload.isPending} onClick={() => file.current?.click()}>
            {upload.isPending ? words.uploading : words.choose}
          </Button>
          <ChooseFile
            ref={file}
            label={words.file}
            accept={`.csv,.tsv,.txt,.xlsx,.xlsm,text/csv,${workbookMediaType}`}
            onFile={(content) => content && send(content)}
          />
        </div>
        <Refusal error={upload.error} />
        {imported ? <Report imported={imported} /> : null}
        {imported && chosen && imported.otherSheets.length > 0 ? (
          <div className="stack">
            <p>{words.otherSheets}</p>
            <div className="line">
              {imported.otherSheets.map((name) => (
                <Button key={name} onClick={() => send(chosen, name)}>
                  {words.readSheet(name)}
                </Button>
              ))}
            </div>
          </div>
        ) : null}
      </div>
    </Section>
  )
}

const Report = ({ imported }: { readonly imported: ImportResult }) => {
  const words = useGrowthLeadWords()
  const read = imported.columns.flatMap(({ column, field }) =>
    field === null ? [] : [`${column}: ${words.fields[field]}`],
  )
  return (
    <div role="status" className="stack">
      <p>{words.imported(imported.imported, imported.refused)}</p>
      {imported.consentsUpdated === 0 ? null : <p>{words.consentsUpdated(imported.consentsUpdated)}</p>}
      {imported.sheet === null ? null : <p className="quiet">{words.sheetRead(imported.sheet)}</p>}
      <p className="quiet" dir="auto">
        {read.join(dot)}
      </p>
      {imported.refusals.length === 0 ? null : (
        <details>
          <summary>{words.refusedRows}</summary>
          <ul>
            <PartialRows rows={imported.refusals}>
              {({ row, reason }) => <li key={row}>{words.refusedRow(row, words.reasons[reason])}</li>}
            </PartialRows>
          </ul>
        </details>
      )}
      {imported.notices.length === 0 ? null : (
        <details>
          <summary>{words.noticedRows(imported.notices.length)}</summary>
          <ul>
            <PartialRows rows={imported.notices}>
              {({ row, notice, text }) => (
                <li key={`${row} ${notice}`} dir="auto">
                  {words.refusedRow(row, words.notices[notice](text))}
                </li>
              )}
            </PartialRows>
          </ul>
        </details>
      )}
    </div>
  )
}
