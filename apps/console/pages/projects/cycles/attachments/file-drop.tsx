import { useRef } from 'react'
import { Button } from '../../../../parts/forms/button.tsx'
import { ChooseFiles } from '../../../../parts/forms/choose-files.tsx'
import { useDrop } from '../../../../parts/forms/use-drop.ts'
import { useAttachmentWords } from '../../../../words/attachments/index.ts'
import '../../../../parts/forms/file-drop.css'
import './attachments.css'

interface FileDropProps {
  readonly isPending: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** The place to drop files, with a button that chooses them. */
export const FileDrop = ({ isPending, onFiles }: FileDropProps) => {
  const words = useAttachmentWords()
  const input = useRef<HTMLInputElement>(null)
  const take = (files: FileList | null) => {
    if (files && files.length > 0) onFiles(Array.from(files))
  }
  const { isOver, handlers } = useDrop(({ files }) => take(files))
  return (
    <div role="group" aria-label={words.add} className={isOver ? 'file-drop is-over' : 'file-drop'} {...handlers}>
      <span className="quiet hide-s">{words.drop}</span>
      <Button size="small" isPending={isPending} pendingText={words.adding} onClick={() => input.current?.click()}>
        {words.add}
      </Button>
      <ChooseFiles ref={input} label={words.choose} onFiles={take} />
    </div>
  )
}
