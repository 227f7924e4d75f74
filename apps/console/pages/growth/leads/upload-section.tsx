import { useRef, useState } from 'react'
import { uploadGrowthLeadList } from '../../../../../domains/growth/leads/contract.ts'
import { listMediaType, workbookMediaType } from '../../../../../domains/growth/leads/rules/records.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../parts/button.tsx'
import { ChooseFile } from '../../../parts/choose-files.tsx'
import { PartialRows } from '../../../parts/partial-rows.tsx'
import { Refusal } from '../../../parts/refusal.tsx'
import { Section } from '../../../parts/section.tsx'
import { useGrowthLeadWords } from '../../../words/growth-leads/index.ts'

type ImportResult = Reply<typeof uploadGrowthLeadList>

/** Uploads a list, and shows what became of each row. */
export const UploadSection = ({ projectId }: { readonly projectId: string }) => {
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
        {imported && chosen ? <OtherSheets names={imported.otherSheets} onRead={(name) => send(chosen, name)} /> : null}
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
        {read.join(' · ')}
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

interface OtherSheetsProps {
  readonly names: readonly string[]
  readonly onRead: (name: string) => void
}

/** The sheets of a workbook that were not read, each to be read as well. */
const OtherSheets = ({ names, onRead }: OtherSheetsProps) => {
  const words = useGrowthLeadWords()
  if (names.length === 0) return null
  return (
    <div className="stack">
      <p>{words.otherSheets}</p>
      <div className="line">
        {names.map((name) => (
          <Button key={name} onClick={() => onRead(name)}>
            {words.readSheet(name)}
          </Button>
        ))}
      </div>
    </div>
  )
}
