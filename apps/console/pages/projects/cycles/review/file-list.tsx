import Check from 'lucide-react/icons/check'
import FileDiff from 'lucide-react/icons/file-diff'
import FilePlus from 'lucide-react/icons/file-plus'
import FileX from 'lucide-react/icons/file-x'
import { useReviewWords } from '../../../../words/review/index.ts'
import type { ReviewFile } from './review-files.ts'

interface FileListProps {
  readonly files: readonly ReviewFile[]
  readonly isViewed: (file: ReviewFile) => boolean
  readonly marksOf: (file: ReviewFile) => number
  readonly onGo: (at: number) => void
}

const icons = { added: FilePlus, deleted: FileX, modified: FileDiff, renamed: FileDiff, type_changed: FileDiff }

/** The files of a change by folder, with the viewed ones and those with findings or comments. */
export const FileList = ({ files, isViewed, marksOf, onGo }: FileListProps) => {
  const words = useReviewWords()
  const folderOf = (name: string) => name.slice(0, Math.max(0, name.lastIndexOf('/')))
  return (
    <nav className="tree" aria-label={words.files}>
      {files.map((file, at) => {
        const folder = folderOf(file.name)
        const isNew = at === 0 || folderOf(files[at - 1]!.name) !== folder
        const Icon = isViewed(file) ? Check : icons[file.kind ?? 'modified']
        const marks = marksOf(file)
        return (
          <div key={file.name}>
            {isNew && folder !== '' ? (
              <div className="dir cut" title={folder}>
                <bdi>{folder}</bdi>
              </div>
            ) : null}
            <a
              href={`#file-${at}`}
              onClick={(event) => {
                event.preventDefault()
                onGo(at)
              }}
            >
              <Icon className={isViewed(file) ? 'i seen' : 'i'} aria-hidden="true" />
              <span className="cut" title={file.name}>
                {file.name.slice(file.name.lastIndexOf('/') + 1)}
                {isViewed(file) ? <span className="sr"> {words.viewed}</span> : null}
              </span>
              {marks > 0 ? (
                <span className="tag wait" aria-label={words.marks(marks)}>
                  {marks}
                </span>
              ) : (
                <span className="n">{file.additions === null ? '' : `+${file.additions}`}</span>
              )}
            </a>
          </div>
        )
      })}
    </nav>
  )
}
