import { lazy, Suspense } from 'react'
import { downloadDeliverableArtifact } from '../../../../domains/delivery/deliverables/contract.ts'
import { open } from '../../api/client.ts'
import { isNamedPicture } from '../picture/named-picture.ts'
import type { SnapshotContent } from './snapshot.ts'
import './artifact-pictures.css'

// Most deliveries have no picture, and the first piece of the portal is small.
const ArtifactPicture = lazy(async () => ({ default: (await import('./artifact-picture.tsx')).ArtifactPicture }))

interface ArtifactPicturesProps {
  readonly cycleId: string
  readonly shown: Pick<SnapshotContent, 'artifacts' | 'revision'>
  readonly headers?: Readonly<Record<string, string>>
  readonly picturesMost?: number
}

/** The first pictures that a published version names. Nothing without pictures. */
export const ArtifactPictures = ({ cycleId, shown, headers, picturesMost = 2 }: ArtifactPicturesProps) => {
  const { artifacts, revision } = shown
  const pictures = artifacts.filter(({ name }) => isNamedPicture(name)).slice(0, picturesMost)
  if (pictures.length === 0) return null
  return (
    <div className="artifact-pictures">
      {pictures.map((file) => (
        <Suspense key={file.name}>
          <ArtifactPicture
            name={file.name}
            sha256={file.sha256}
            cacheKey={`deliverable ${cycleId} ${revision} ${file.name}`}
            read={() =>
              open(
                downloadDeliverableArtifact,
                { params: { cycleId, filename: file.name }, query: { revision } },
                headers,
              )
            }
          />
        </Suspense>
      ))}
    </div>
  )
}
