import CircleAlert from 'lucide-react/icons/circle-alert'
import Download from 'lucide-react/icons/download'
import { Button } from '../../../../parts/button.tsx'
import { saveRecord } from '../../../../parts/deliverable/save-record.ts'
import type { Mark } from '../../../../parts/deliverable/snapshot.ts'
import { Seal } from '../../../../parts/seal.tsx'
import { usePortalWords } from '../../../../words/portal/index.ts'

interface MarkPanelProps {
  readonly snapshot: string
  readonly sha256: string
  readonly mark: Mark
  readonly files: number
}

/** The mark of what is shown, whether it fits, and the bytes to keep. */
export const MarkPanel = ({ snapshot, sha256, mark, files }: MarkPanelProps) => {
  const words = usePortalWords().thing
  if (mark === 'differs') {
    return (
      <div className="note bad" role="alert">
        <CircleAlert className="i" aria-hidden="true" />
        <div>{words.markWrong}</div>
      </div>
    )
  }
  return (
    <section className="sect panel pad mark-panel">
      <h2>{words.mark}</h2>
      <Seal sha256={sha256} />
      <p className="small">{words.markText}</p>
      <p className="small">
        {files === 0 ? '' : `${words.files(files)} `}
        {mark === 'fits' ? words.checked : words.markUnknown}
      </p>
      <Button size="small" icon={Download} onClick={() => saveRecord(snapshot, sha256)}>
        {words.save}
      </Button>
    </section>
  )
}
