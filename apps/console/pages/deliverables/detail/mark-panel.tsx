import CircleAlert from 'lucide-react/icons/circle-alert'
import Download from 'lucide-react/icons/download'
import { Button } from '../../../parts/button.tsx'
import { CopyButton } from '../../../parts/copy-button.tsx'
import { saveRecord } from '../../../parts/deliverable/save-record.ts'
import type { Mark } from '../../../parts/deliverable/snapshot.ts'
import { Seal } from '../../../parts/seal.tsx'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'

interface MarkPanelProps {
  readonly snapshot: string
  readonly sha256: string
  readonly mark: Mark
  readonly files: number
}

/** The seal of what is published, whether it fits what arrived, and the bytes to keep. */
export const MarkPanel = ({ snapshot, sha256, mark, files }: MarkPanelProps) => {
  const words = useDeliverableWords()
  if (mark === 'differs') {
    return (
      <div className="note bad" role="alert">
        <CircleAlert className="i" aria-hidden="true" />
        <div>{words.wrong}</div>
      </div>
    )
  }
  return (
    <section className="panel pad stack-8" aria-label={words.mark}>
      <div className="line spread">
        <span className="seal-big">
          <Seal sha256={sha256} />
        </span>
        <CopyButton text={sha256} label={words.hash} />
      </div>
      <p className="quiet">
        {words.markText} {files === 0 ? '' : `${words.files(files)} `}
        {mark === 'fits' ? words.checked : words.unknown}
      </p>
      <div>
        <Button size="small" icon={Download} onClick={() => saveRecord(snapshot, sha256)}>
          {words.record}
        </Button>
      </div>
    </section>
  )
}
