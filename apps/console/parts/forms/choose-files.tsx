import type { Ref } from 'react'

interface ChooseFilesProps {
  readonly ref: Ref<HTMLInputElement>
  readonly label: string
  /** The kinds that are offered, as an input has them. */
  readonly accept?: string
  readonly isSingle?: boolean
  readonly onFiles: (files: FileList | null) => void
}

/** Chooses several files; a button clicks it. */
export const ChooseFiles = ({ ref, label, accept, isSingle = false, onFiles }: ChooseFilesProps) => (
  <input
    ref={ref}
    type="file"
    multiple={!isSingle}
    hidden
    accept={accept}
    aria-label={label}
    onChange={({ target }) => {
      onFiles(target.files)
      // Choosing a file again, after a refusal, is a choice as well.
      target.value = ''
    }}
  />
)

interface ChooseFileProps extends Pick<ChooseFilesProps, 'ref' | 'label' | 'accept'> {
  readonly onFile: (file: File | undefined) => void
}

/** Chooses one file; a button clicks it. */
export const ChooseFile = ({ onFile, ...input }: ChooseFileProps) => (
  <ChooseFiles {...input} isSingle onFiles={(files) => onFile(files?.[0])} />
)
