import Download from 'lucide-react/icons/download'
import { useSearchParams } from 'react-router'
import { exportAuditLog, listAuditCheckpoints } from '../../../../../domains/record/audit/contract.ts'
import { useFirstRowsLater } from '../../../api/use-operation.ts'
import { Button, LinkButton } from '../../../parts/button.tsx'
import { Head } from '../../../parts/page.tsx'
import { save } from '../../../parts/save-file.ts'
import { useAuditWords } from '../../../words/audit/index.ts'
import { AuditFrame } from '../audit-frame.tsx'
import { ChainPanel } from './chain-panel.tsx'
import { Entries } from './audit-entries.tsx'
import { Entry } from './audit-entry.tsx'
import { Filters } from './audit-filters.tsx'

export default function AuditPage() {
  const words = useAuditWords()
  const [query] = useSearchParams()
  const open = query.get('entry')
  return (
    <AuditFrame>
      <Head title={words.title} text={words.text} actions={<Downloads />} />
      <ChainPanel />
      <Filters />
      <div className={open === null ? undefined : 'beside'}>
        <Entries open={open} />
        {open === null ? null : <Entry key={open} id={open} />}
      </div>
    </AuditFrame>
  )
}

/** Keeps on this device the whole log, or the newest signed checkpoint that the log is held against later. */
const Downloads = () => {
  const words = useAuditWords()
  const { data } = useFirstRowsLater(listAuditCheckpoints, { query: { limit: 1 } })
  const newest = data?.checkpoints[0]
  if (!newest) return null
  return (
    <>
      <LinkButton icon={Download} href={exportAuditLog.path} download="audit-log.jsonl">
        {words.downloadLog}
      </LinkButton>
      <Button
        icon={Download}
        onClick={() => save(new Blob([newest.note], { type: 'text/plain' }), `checkpoint-${newest.size}.txt`)}
      >
        {words.download}
      </Button>
    </>
  )
}
