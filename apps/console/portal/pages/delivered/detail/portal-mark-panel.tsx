import type { ComponentProps } from 'react'
import { MarkFrame } from '../../../../parts/deliverable/mark-frame.tsx'
import { Seal } from '../../../../parts/text/seal.tsx'
import { usePortalWords } from '../../../../words/portal/index.ts'

interface MarkPanelProps extends Pick<ComponentProps<typeof MarkFrame>, 'snapshot' | 'sha256' | 'mark'> {
  /** How many files the version names. */
  readonly files: number
}

/** The hash of the published snapshot, whether it matches the shown content, and the bytes to save. */
export const MarkPanel = ({ files, ...of }: MarkPanelProps) => {
  const words = usePortalWords().thing
  return (
    <MarkFrame {...of} className="sect mark-panel" words={{ differs: words.markWrong, save: words.save }}>
      <h2>{words.mark}</h2>
      <Seal sha256={of.sha256} />
      <p className="small">{words.markText}</p>
      <p className="small">
        {files === 0 ? '' : `${words.files(files)} `}
        {of.mark === 'fits' ? words.checked : words.markUnknown}
      </p>
    </MarkFrame>
  )
}
