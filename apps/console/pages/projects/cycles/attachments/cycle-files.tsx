import { Refusal } from '../../../../parts/feedback/refusal.tsx'
import { useAttachmentWords } from '../../../../words/attachments/index.ts'
import { AttachmentList } from './attachment-list.tsx'
import { FileDrop } from './file-drop.tsx'
import { FoldedFiles } from './folded-files.tsx'
import { useAddFiles, useAttachments } from './use-attachments.ts'
import './attachments.css'

/** The files of the proposal of a cycle, and a button to add some. */
export const CycleFiles = ({ cycleId }: { readonly cycleId: string }) => {
  const words = useAttachmentWords()
  const files = useAttachments(cycleId).filter(({ messageId }) => messageId === null)
  const add = useAddFiles(cycleId)
  return (
    <FoldedFiles title={words.title} count={files.length}>
      <p className="quiet">{words.text}</p>
      <AttachmentList files={files} />
      <FileDrop isPending={add.isPending} onFiles={(chosen) => add.mutate({ files: chosen })} />
      <Refusal error={add.error} />
    </FoldedFiles>
  )
}
