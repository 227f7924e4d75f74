import {
  type getProjectRevisionChanges,
  getProjectRevisionChangeFile,
} from '../../../../../domains/delivery/repository-reads/contract.ts'
import { useLateReply } from '../../../api/use-operation.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import type { Reply } from '../../../../../platform/client/index.ts'
import { askedFile } from '../../../parts/forms/asked-file.ts'
import { PartialRows } from '../../../parts/list/partial-rows.tsx'
import { isNamedPicture } from '../../../parts/picture/named-picture.ts'
import { RowsSkeleton } from '../../../parts/feedback/skeleton.tsx'
import { useMedia } from '../../../parts/use-media.ts'
import { ChangedFile, PatchLines } from '../code/changed-file.tsx'
import { Diff } from '../cycles/review/diff.tsx'
import { PictureChange } from '../cycles/review/picture-change.tsx'

export type Comparison = Reply<typeof getProjectRevisionChanges>

/** So many files are open at first. */
const openMost = 12

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
          <ChangedFile key={file.path ?? file.pathBase64} file={file} isOpenFirst={first.has(file)}>
            {(name) => <Lines comparison={comparison} file={file} name={name} {...rest} />}
          </ChangedFile>
        )}
      </PartialRows>
    </div>
  )
}

interface LinesProps extends RevisionFilesProps {
  readonly file: Comparison['files'][number]
  readonly name: string
}

const Lines = ({ projectId, comparison: { from, to }, file, name }: LinesProps) => {
  const hasRoom = useMedia('(min-width: 1100px)')
  const query = { ...askedFile(file), ...(from && { from: from.revisionId }) }
  const input = { params: { id: projectId, revisionId: to.revisionId }, query }
  const { data, error } = useLateReply(getProjectRevisionChangeFile, input)
  if (error) return <Refusal error={error} />
  // About as high as the lines with their context will be, so that the files below do not move.
  if (!data)
    return <RowsSkeleton rows={Math.min(12, Math.ceil(((file.additions ?? 0) + (file.deletions ?? 0) + 6) / 2))} />
  if (data.binary && file.path !== undefined && isNamedPicture(file.path)) {
    const commits = { baseSha: from?.commitSha ?? to.commitSha, headSha: to.commitSha }
    return <PictureChange file={{ ...file, name }} change={{ ...commits, projectId, repositoryId: to.repositoryId }} />
  }
  // A new or deleted file has one side.
  const layout = hasRoom && file.additions && file.deletions ? 'split' : 'unified'
  return (
    <PatchLines change={data}>
      {(all) => {
        // The heading of a hunk announces left-out lines, and above line 1 there are no lines.
        const lines = (all[1]?.before ?? all[1]?.after) === 1 ? all.slice(1) : all
        return <Diff path={name} lines={lines} layout={layout} />
      }}
    </PatchLines>
  )
}
