import { useRef, useState, type DragEvent } from 'react'
import { Button } from '../../../../parts/button.tsx'
import { useAttachmentWords } from '../../../../words/attachments/index.ts'
import './attachments.css'

interface FileDropProps {
  readonly isPending: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** Where files are dropped, with a button that chooses them. */
export const FileDrop = ({ isPending, onFiles }: FileDropProps) => {
  const words = useAttachmentWords()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (files: FileList | null) => {
    if (files && files.length > 0) onFiles(Array.from(files))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    <div
      role="group"
      aria-label={words.add}
      className={isOver ? 'file-drop is-over' : 'file-drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className="quiet">{words.drop}</span>
      <Button size="small" isPending={isPending} pendingText={words.adding} onClick={() => input.current?.click()}>
        {words.add}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={words.choose}
        onChange={({ target }) => {
          take(target.files)
          // The same file again, after a refusal, is a choice as well.
          target.value = ''
        }}
      />
    </div>
  )
}
