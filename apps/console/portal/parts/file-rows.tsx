import { useState, type ReactNode } from 'react'
import { downloadDeliverableArtifact } from '../../../../domains/delivery/deliverables/contract.ts'
import { HashMismatch, useDownload } from '../../parts/files/use-download.ts'
import { technicalKind, type File } from '../deliverable-lists.ts'
import { fileTitle } from '../file-title.ts'
import { useDocumentWords } from '../../words/portal-documents/index.ts'
import { usePortalWords } from '../../words/portal/index.ts'
import { DocumentRow } from './document-row.tsx'
import { PortalError } from './portal-error.tsx'

/** The most files that are shown at first. */
const shownMost = 6

interface FilesProps {
  readonly cycleId: string
  readonly revision: number
  readonly files: readonly File[]
  /** The title of the deliverable, which names its only file. */
  readonly title: string
  /** Headers that name the workspace to the server, and that it is read as a client. */
  readonly headers: Readonly<Record<string, string>>
}

interface FilesSectionProps extends FilesProps {
  /** The mark and a button for the proof, below the files for programs. */
  readonly proof?: ReactNode
}

/**
 * The files that a version names, each to be saved as exactly the bytes that the mark covers. Those for programs are
 * folded away.
 */
export const FilesSection = ({ files, proof, ...rest }: FilesSectionProps) => {
  const words = useDocumentWords()
  const forPeople = files.filter((file) => !technicalKind(file))
  const forPrograms = files.filter(technicalKind)
  return (
    <>
      {forPeople.length === 0 ? null : (
        <section className="sect">
          <h2>{words.files}</h2>
          <Files files={forPeople} {...rest} />
        </section>
      )}
      {forPrograms.length === 0 && proof === undefined ? null : (
        <details className="sect records">
          <summary>{words.records}</summary>
          <div className="stack-16">
            {forPrograms.length === 0 ? null : <Files files={forPrograms} {...rest} />}
            {proof}
          </div>
        </details>
      )}
    </>
  )
}

/** The files without a heading, if any. */
export const Files = ({ files, title, ...rest }: FilesProps) => {
  const { showAll } = usePortalWords()
  const [isWhole, setWhole] = useState(files.length <= shownMost)
  const shown = isWhole ? files : files.slice(0, shownMost)
  return (
    <ul className="panel rows">
      {shown.map((file) => (
        <FileRow key={file.name} file={file} title={files.length === 1 ? title : undefined} {...rest} />
      ))}
      {isWhole ? null : (
        <li>
          <button type="button" className="item link" onClick={() => setWhole(true)}>
            {showAll(files.length)}
          </button>
        </li>
      )}
    </ul>
  )
}

interface FileRowProps extends Omit<FilesProps, 'files' | 'title'> {
  readonly file: File
  /** The title of the deliverable, if this is its only file. */
  readonly title: string | undefined
  /** The page of the deliverable, from elsewhere. */
  readonly to?: string
  /** Facts that distinguish it from other files of its name. */
  readonly facts?: readonly ReactNode[]
}

/** A file; the only one of a deliverable is saved under its title. */
export const FileRow = ({ cycleId, revision, file, title, to, headers, facts = [] }: FileRowProps) => {
  const words = useDocumentWords()
  const { name: filename, sha256 } = file
  const kind = technicalKind(file)
  const base = filename.slice(filename.lastIndexOf('/') + 1)
  const [, ending = ''] = /\.([^.]+)$/.exec(base) ?? []
  const name = title === undefined || kind ? base : `${title}.${ending}`
  const type = 'application/octet-stream'
  const download = useDownload(downloadDeliverableArtifact, { name, type, headers, sha256 })
  return (
    <DocumentRow
      name={kind ? words[kind] : (title ?? fileTitle(filename))}
      to={to}
      facts={kind ? [] : [/^(?:md|txt)$/i.test(ending) ? words.plainText : ending.toUpperCase(), ...facts]}
      saved={kind ? words[kind] : name}
      isPending={download.isPending}
      onDownload={() => download.mutate({ params: { cycleId, filename }, query: { revision } })}
    >
      <FileWrong error={download.error} />
    </DocumentRow>
  )
}

const FileWrong = ({ error }: { readonly error: unknown }) => {
  const { codes, differs } = useDocumentWords()
  return error instanceof HashMismatch ? <p role="alert">{differs}</p> : <PortalError error={error} codes={codes} />
}
