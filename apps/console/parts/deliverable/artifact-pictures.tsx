import { useState } from 'react'
import { isNamedPicture } from '../picture/named-picture.ts'
import { useNearViewport } from '../use-near-viewport.ts'
import type { SnapshotContent } from './snapshot.ts'
import { useArtifactPicture, type ArtifactPictureInput } from './use-artifact-picture.ts'
import './artifact-pictures.css'

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
        <ArtifactPicture key={file.sha256} cycleId={cycleId} revision={revision} file={file} headers={headers} />
      ))}
    </div>
  )
}

const ArtifactPicture = (input: ArtifactPictureInput) => {
  const { box, isNear } = useNearViewport<HTMLElement>()
  const [wasNear, setWasNear] = useState(false)
  if (isNear && !wasNear) setWasNear(true)
  const { show, raster } = useArtifactPicture(input, wasNear)
  const name = input.file.name.slice(input.file.name.lastIndexOf('/') + 1)
  return (
    <figure ref={box}>
      {raster ? <img ref={show} width={raster.width} height={raster.height} decoding="async" alt={name} /> : null}
    </figure>
  )
}
