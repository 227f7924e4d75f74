import { CopyButton } from '../../../parts/copy-button.tsx'
import type { View } from '../../../parts/deliverable/approvals.ts'
import { DownloadDeliverableProof } from '../../../parts/download-proof.tsx'
import { MarkFrame } from '../../../parts/deliverable/mark-frame.tsx'
import type { HashCheck } from '../../../parts/deliverable/snapshot.ts'
import { Seal } from '../../../parts/seal.tsx'
import { useDeliverableWords } from '../../../words/deliverables/index.ts'
import { useProofWords } from '../../../words/proof/index.ts'

interface MarkPanelProps {
  readonly view: Pick<View, 'cycleId' | 'title'>
  readonly snapshot: string
  readonly sha256: string
  readonly mark: HashCheck
  readonly files: number
}

/** The hash of the published snapshot, whether it matches what arrived, and the bytes to save. */
export const MarkPanel = ({ view: { cycleId, title }, snapshot, sha256, mark, files }: MarkPanelProps) => {
  const words = useDeliverableWords()
  const { downloads } = useProofWords()
  return (
    <MarkFrame
      snapshot={snapshot}
      sha256={sha256}
      mark={mark}
      className="stack-8"
      label={words.mark}
      words={{ differs: words.wrong, save: words.record }}
      beside={<DownloadDeliverableProof cycleId={cycleId} title={title} size="small" />}
    >
      <div className="line spread">
        <span className="seal-big">
          <Seal sha256={sha256} />
        </span>
        <CopyButton text={sha256} label={words.hash} />
      </div>
      <p className="quiet">
        {words.markText(files)} {mark === 'fits' ? words.checked : words.unknown}
      </p>
      <p className="quiet">{downloads}</p>
    </MarkFrame>
  )
}
