import { useState, type ReactNode } from 'react'
import {
  getProjectRevisionChangeFile,
  type getProjectRevisionChanges,
} from '../../../../../domains/delivery/repository-reads/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { askedFile } from '../../../parts/forms/asked-file.ts'
import { PartialRows } from '../../../parts/list/partial-rows.tsx'
import { isNamedPicture } from '../../../parts/picture/named-picture.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { RowsSkeleton } from '../../../parts/feedback/skeleton.tsx'
import { useMedia } from '../../../parts/use-media.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { useWords } from '../../../words/shell/index.ts'
import { Diff } from '../cycles/review/diff.tsx'
import { filesIn } from '../cycles/review/parse-patch.ts'
import { PictureChange } from '../cycles/review/picture-change.tsx'
import '../cycles/review/review.css'

export type Comparison = Reply<typeof getProjectRevisionChanges>
type ComparedFile = Comparison['files'][number]

const openMost = 12
const noNotes: ReadonlyMap<string, ReactNode> = new Map()

interface RevisionFilesProps {
  readonly projectId: string
  readonly comparison: Comparison
}

/** The files in which two revisions differ, the first ones open. */
export const RevisionFiles = ({ comparison, ...rest }: RevisionFilesProps) => {
  const first = new Set(comparison.files.slice(0, openMost))
  return (
    <div className="panel rows changed-files">
      <PartialRows rows={comparison.files}>
        {(file) => (
          <RevisionFile
            key={file.path ?? file.pathBase64}
            file={file}
            comparison={comparison}
            isOpenFirst={first.has(file)}
            {...rest}
          />
        )}
      </PartialRows>
    </div>
  )
}

interface RevisionFileProps extends RevisionFilesProps {
  readonly file: ComparedFile
  readonly isOpenFirst: boolean
}

const RevisionFile = ({ file, isOpenFirst, ...of }: RevisionFileProps) => {
  const [isOpen, setOpen] = useState(isOpenFirst)
  const kinds = useWords().cycle.kinds as Readonly<Record<string, string>>
  const { path, pathBase64, kind, additions, deletions } = file
  const name = path ?? `base64 ${pathBase64}`
  return (
    <details className="rows-cheap" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="row">
        <span className="path mono grow" title={name}>
          <bdi>{name}</bdi>
        </span>
        <span className="m hide-s">{kinds[kind]}</span>
        <span className="m mono num">{additions === null ? '' : `+${additions} −${deletions ?? 0}`}</span>
      </summary>
      {isOpen ? <Lines {...of} file={file} name={name} /> : null}
    </details>
  )
}

interface LinesProps extends RevisionFilesProps {
  readonly file: ComparedFile
  readonly name: string
}

const Lines = ({ projectId, comparison: { from, to }, file, name }: LinesProps) => {
  const words = useProjectWords().code
  const hasRoom = useMedia('(min-width: 1100px)')
  const named = askedFile(file)
  const query = { ...named, ...(from && { from: from.revisionId }) }
  const input = { params: { id: projectId, revisionId: to.revisionId }, query }
  const { data, error } = useLateReply(getProjectRevisionChangeFile, input)
  if (error) return <Refusal error={error} />
  // As high as the lines will be, so that the files below do not move.
  if (!data)
    return <RowsSkeleton rows={Math.min(12, Math.ceil(((file.additions ?? 0) + (file.deletions ?? 0) + 6) / 2))} />
  if (data.binary && file.path !== undefined && isNamedPicture(file.path)) {
    const commits = { baseSha: from?.commitSha ?? to.commitSha, headSha: to.commitSha }
    return <PictureChange file={{ ...file, name }} of={{ ...commits, projectId, repositoryId: to.repositoryId }} />
  }
  const all = data.patch === null ? [] : filesIn(data.patch).flatMap((one) => one.lines)
  // Nothing is left out above the first line.
  const lines = (all[1]?.before ?? all[1]?.after) === 1 ? all.slice(1) : all
  if (lines.length > 0) {
    // A file that is new or gone has one side.
    const isSplit = hasRoom && !!file.additions && !!file.deletions
    return <Diff path={name} lines={lines} layout={isSplit ? 'split' : 'unified'} notes={noNotes} />
  }
  const why = data.binary ? words.binary : data.patch === null ? words.patchTooLong : words.onlyMode
  return <p className="pad quiet">{why}</p>
}
