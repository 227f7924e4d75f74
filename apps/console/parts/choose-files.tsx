import type { Ref } from 'react'

interface ChooseFilesProps {
  readonly ref: Ref<HTMLInputElement>
  readonly label: string
  readonly onFiles: (files: FileList | null) => void
}

/** Chooses several files; a button clicks it. */
export const ChooseFiles = ({ ref, label, onFiles }: ChooseFilesProps) => (
  <input
    ref={ref}
    type="file"
    multiple
    hidden
    aria-label={label}
    onChange={({ target }) => {
      onFiles(target.files)
      // The same file again, after a refusal, is a choice as well.
      target.value = ''
    }}
  />
)
