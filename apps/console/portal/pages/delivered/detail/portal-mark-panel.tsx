import { MarkFrame } from '../../../../parts/deliverable/mark-frame.tsx'
import type { HashCheck } from '../../../../parts/deliverable/snapshot.ts'
import { Seal } from '../../../../parts/text/seal.tsx'
import { usePortalWords } from '../../../../words/portal/index.ts'

interface MarkPanelProps {
  readonly snapshot: string
  readonly sha256: string
  readonly mark: HashCheck
  readonly files: number
}

/** The hash of the published snapshot, whether it matches the shown content, and the bytes to save. */
export const MarkPanel = ({ snapshot, sha256, mark, files }: MarkPanelProps) => {
  const words = usePortalWords().thing
  return (
    <MarkFrame
      snapshot={snapshot}
      sha256={sha256}
      mark={mark}
      className="sect mark-panel"
      words={{ differs: words.markWrong, save: words.save }}
    >
      <h2>{words.mark}</h2>
      <Seal sha256={sha256} />
      <p className="small">{words.markText}</p>
      <p className="small">
        {files === 0 ? '' : `${words.files(files)} `}
        {mark === 'fits' ? words.checked : words.markUnknown}
      </p>
    </MarkFrame>
  )
}
