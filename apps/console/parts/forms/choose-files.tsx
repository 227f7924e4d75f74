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
      // Choosing a file again, after a refusal, is a choice as well.
      target.value = ''
    }}
  />
)

interface ChooseFileProps {
  readonly ref: Ref<HTMLInputElement>
  readonly label: string
  /** The kinds that are offered, as an input has them. */
  readonly accept?: string
  readonly onFile: (file: File | undefined) => void
}

/** Chooses one file; a button clicks it. */
export const ChooseFile = ({ ref, label, accept, onFile }: ChooseFileProps) => (
  <input
    ref={ref}
    type="file"
    hidden
    accept={accept}
    aria-label={label}
    onChange={({ target }) => {
      onFile(target.files?.[0])
      // Choosing a file again, after a refusal, is a choice as well.
      target.value = ''
    }}
  />
)
