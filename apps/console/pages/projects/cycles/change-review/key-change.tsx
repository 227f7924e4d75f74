import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router'
import { TextLink } from '../../../../parts/text/text-link.tsx'
import { getCycle } from '../../../../../../domains/delivery/cycles/contract.ts'
import { useLateReply } from '../../../../api/use-operation.ts'
import { isNamedPicture } from '../../../../parts/picture/named-picture.ts'
import { paths } from '../../../../paths.ts'
import { useChangeReviewWords } from '../../../../words/change-review/index.ts'
import { Diff } from '../review/diff.tsx'
import { Counts } from '../review/line-counts.tsx'
import { PictureChange } from '../review/picture-change.tsx'
import { FileRows, isUnnoticed, type ChangeFindings, type TaskRef } from './change-summary.tsx'
import type { KeyHunk } from './key-hunks.ts'
import {
  downloadArtifact,
  getCycleArtifactUrl,
  listCycleArtifacts,
} from '../../../../../../domains/delivery/artifacts/contract.ts'
import { call, open } from '../../../../api/client.ts'
import { useLateRows } from '../../../../api/use-pages.ts'
import { ArtifactPicture } from '../../../../parts/deliverable/artifact-picture.tsx'
import '../../../../parts/deliverable/artifact-pictures.css'

const picturesMost = 2

interface KeyChangeProps {
  readonly request: TaskRef
  readonly change: ChangeFindings
  readonly hunks: readonly KeyHunk[]
  /** Whether the diff was opened by a press on “Approve”, so that the focus moves to it. */
  readonly isFocused?: boolean
  /** Whether the change has a newer head than the opened diff. */
  readonly isMoved?: boolean
}

/** The key lines and pictures of a change, with a link to its whole review. */
export const KeyChange = (props: KeyChangeProps) => {
  const { request, change, hunks, isFocused = false, isMoved = false } = props
  const { evidence, files } = change
  const words = useChangeReviewWords()
  const place = useRef<HTMLElement>(null)
  const pictures = files.filter(({ path, isBinary, kind }) => isBinary && kind && isNamedPicture(path))
  const to = paths.review(request.projectId, request.cycleId, request.taskId)
  useLayoutEffect(() => {
    if (isFocused) place.current?.focus()
  }, [isFocused])
  return (
    <section className="key-change" ref={place} tabIndex={-1} aria-label={words.change}>
      {isMoved || isFocused ? (
        <p className={isMoved ? 'note wait' : 'quiet'} role={isFocused ? 'status' : undefined}>
          {isMoved ? words.moved : words.nowDecide}
        </p>
      ) : null}
      <CheckPictures request={request} />
      <Pictures request={request} evidence={evidence} files={pictures.slice(0, picturesMost)} />
      {hunks.map((hunk, at) => (
        <Hunk key={at} hunk={hunk} to={`${to}#file-${hunk.fileIndex}`}>
          {/* The findings of a file are at its first lines. */}
          {hunks.findIndex(({ fileIndex }) => fileIndex === hunk.fileIndex) === at ? (
            <FileRows
              files={change.byFile.filter(({ path, entries }) => path === hunk.file.name && entries.length > 0)}
              nameOf={() => null}
              isUnnoticedSaid={isUnnoticed(evidence)}
              areLinesBelow
            />
          ) : null}
        </Hunk>
      ))}
      {hunks.length === 0 && pictures.length === 0 ? <p className="soft">{words.noLines}</p> : null}
      <TextLink to={to}>{words.whole(files.length)}</TextLink>
    </section>
  )
}

interface PicturesProps extends Pick<KeyChangeProps, 'request'>, Pick<ChangeFindings, 'evidence' | 'files'> {}

const Pictures = ({ request, evidence, files }: PicturesProps) => {
  const { tasks } = useLateReply(getCycle, { params: { id: request.cycleId } }).data ?? {}
  const task = tasks?.find(({ id }) => id === request.taskId)
  if (!task) return null
  const change = { ...evidence, projectId: request.projectId, repositoryId: task.repositoryId }
  return files.map((file) => (
    <section key={file.name} className="key-hunk" aria-label={file.name}>
      <PictureChange file={file} change={change} />
    </section>
  ))
}

interface HunkProps {
  readonly hunk: KeyHunk
  readonly to: string
  readonly children: ReactNode
}

const Hunk = ({ hunk: { file, lines, hiddenLines }, to, children }: HunkProps) => {
  const words = useChangeReviewWords()
  return (
    <section className="key-hunk" aria-label={file.name}>
      <div className="line">
        <Link className="path mono" to={to} title={file.name}>
          <bdi>{file.name}</bdi>
        </Link>
        <Counts file={file} />
      </div>
      {children}
      <Diff path={file.name} lines={lines} layout="unified" />
      {hiddenLines > 0 ? (
        <Link className="quiet more-lines" to={to}>
          {words.hiddenLines(hiddenLines)}
        </Link>
      ) : null}
    </section>
  )
}

/** Pictures that the checks of a change made, such as screenshots; nothing without pictures. */
const CheckPictures = ({ request: { cycleId, taskId } }: { readonly request: TaskRef }) => {
  const words = useChangeReviewWords()
  const artifacts = useLateRows(listCycleArtifacts, 1_000, { params: { id: cycleId } }).data ?? []
  const pictures = artifacts
    .filter((artifact) => artifact.taskId === taskId && isNamedPicture(artifact.filename))
    .slice(0, picturesMost)
  if (pictures.length === 0) return null
  return (
    <section className="artifact-pictures" aria-label={words.checkPictures}>
      <h3>{words.checkPictures}</h3>
      {pictures.map(({ id, filename, sha256 }) => (
        <ArtifactPicture
          key={id}
          name={filename}
          sha256={sha256}
          cacheKey={`artifact ${id}`}
          read={() => readArtifact(cycleId, filename)}
        />
      ))}
    </section>
  )
}

const readArtifact = async (id: string, filename: string) => {
  const { url } = await call(getCycleArtifactUrl, { params: { id, filename } })
  return open(downloadArtifact, { params: { token: url.slice(url.lastIndexOf('/') + 1) } })
}
