import { Suspense } from 'react'
import { getProjectChangeFile, getProjectChanges } from '../../../../../domains/delivery/repository-reads/contract.ts'
import type { Reply } from '../../../../../platform/client/index.ts'
import { useLateReply, useReply } from '../../../api/use-operation.ts'
import { askedFile } from '../../../parts/forms/asked-file.ts'
import { LinkButton } from '../../../parts/forms/button.tsx'
import { EmptyPanel } from '../../../parts/feedback/empty.tsx'
import { isNamedPicture } from '../../../parts/picture/named-picture.ts'
import { Refusal } from '../../../parts/feedback/refusal.tsx'
import { paths } from '../../../paths.ts'
import { useProjectWords } from '../../../words/project/index.ts'
import { Diff } from '../cycles/review/diff.tsx'
import { ChangedFile, PatchLines } from './changed-file.tsx'
import { useCodeLocation } from './code-location.tsx'
import { latePart } from '../../../shell/late-code.ts'

// Few branches change a picture.
const PictureChange = latePart(async () => (await import('../cycles/review/picture-change.tsx')).PictureChange)

type Changes = Reply<typeof getProjectChanges>
type BranchFile = Changes['files'][number]

/** The changes of a branch; for the default branch the changes that agents are making now. */
export const BranchChanges = ({ id, cycleId }: { readonly id: string; readonly cycleId: string | null }) => {
  const words = useProjectWords().code
  const { of } = useCodeLocation()
  const changes = useReply(getProjectChanges, { params: { id }, query: of })
  const { files, truncated, inFlight } = changes
  const noChanges = <EmptyPanel title={words.noChanges} text="" />
  return (
    <>
      <div className="filters">
        <LinkButton to={paths.files(id, of)} size="small">
          {words.seeFiles}
        </LinkButton>
        {cycleId === null ? null : (
          <LinkButton to={paths.cycle(id, cycleId)} size="small">
            {words.seeCycle}
          </LinkButton>
        )}
        <span className="grow" />
        {truncated ? <span className="quiet">{words.changesTruncated}</span> : null}
      </div>
      {files.length > 0 ? <ChangedFiles id={id} files={files} sides={changes} /> : noChanges}
      {inFlight.map(({ taskId, title, files: written }) => (
        <section key={taskId} className="sect">
          <div className="sect-head">
            <h2 dir="auto">{title}</h2>
            <span className="quiet">{words.inFlight}</span>
          </div>
          {written.length > 0 ? <ChangedFiles id={id} files={written} taskId={taskId} /> : noChanges}
        </section>
      ))}
    </>
  )
}

interface ChangedFilesProps {
  readonly id: string
  readonly files: readonly BranchFile[]
  /** The compared commits; undefined for the working copy of an agent, whose files are in no commit. */
  readonly sides?: Pick<Changes, 'repositoryId' | 'baseSha' | 'headSha'>
  readonly taskId?: string
}

const ChangedFiles = ({ files, ...of }: ChangedFilesProps) => (
  <div className="panel rows changed-files">
    {files.map((file) => (
      <ChangedFile key={file.path ?? file.pathBase64} file={file}>
        {(name) => <Patch {...of} file={file} name={name} />}
      </ChangedFile>
    ))}
  </div>
)

interface PatchProps extends Omit<ChangedFilesProps, 'files'> {
  readonly file: BranchFile
  readonly name: string
}

const Patch = ({ id, file, name, sides, taskId }: PatchProps) => {
  const { of } = useCodeLocation()
  const named = askedFile(file)
  const query = taskId === undefined ? { ...of, ...named } : { ...(of.repo && { repo: of.repo }), ...named, taskId }
  const { data, error } = useLateReply(getProjectChangeFile, { params: { id }, query })
  if (error) return <Refusal error={error} />
  if (!data) return null
  if (data.binary && sides && file.path !== undefined && isNamedPicture(file.path))
    return (
      <Suspense>
        <PictureChange file={{ ...file, name }} change={{ ...sides, projectId: id }} />
      </Suspense>
    )
  return <PatchLines change={data}>{(lines) => <Diff path={name} lines={lines} layout="unified" />}</PatchLines>
}
