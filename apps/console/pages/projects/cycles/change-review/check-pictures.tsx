import {
  downloadArtifact,
  getCycleArtifactUrl,
  listCycleArtifacts,
} from '../../../../../../domains/delivery/artifacts/contract.ts'
import { call, open } from '../../../../api/client.ts'
import { useLateRows } from '../../../../api/use-pages.ts'
import { ArtifactPicture } from '../../../../parts/deliverable/artifact-picture.tsx'
import { isNamedPicture } from '../../../../parts/picture/named-picture.ts'
import { useChangeReviewWords } from '../../../../words/change-review/index.ts'
import type { TaskRef } from './task-request.ts'
import '../../../../parts/deliverable/artifact-pictures.css'

const picturesMost = 2

/** Pictures that the checks of a change left, such as screenshots. Nothing without pictures. */
export const CheckPictures = ({ request: { cycleId, taskId } }: { readonly request: TaskRef }) => {
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
