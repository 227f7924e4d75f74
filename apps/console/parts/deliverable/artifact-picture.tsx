import { useNearViewport } from '../use-near-viewport.ts'
import { useArtifactPicture, type ArtifactPictureInput } from './use-artifact-picture.ts'

/** One picture among stored files. Its place stays empty if its bytes cannot be shown. */
export const ArtifactPicture = (input: ArtifactPictureInput) => {
  const { box, wasNear } = useNearViewport<HTMLElement>()
  const { show, raster } = useArtifactPicture(input, wasNear)
  const name = input.name.slice(input.name.lastIndexOf('/') + 1)
  return (
    <figure ref={box}>
      {raster ? <img ref={show} width={raster.width} height={raster.height} decoding="async" alt={name} /> : null}
    </figure>
  )
}
