import { useQuery } from '@tanstack/react-query'
import { hasFewPixels, imageMostBytes, rasterOf } from '../../../../domains/delivery/repository-reads/rules/images.ts'
import { readBounded } from '../files/read-bounded.ts'
import { useShownBytes } from '../files/use-shown-bytes.ts'
import { useNearViewport } from '../use-near-viewport.ts'
import { sha256Of } from './snapshot.ts'

export interface ArtifactPictureInput {
  readonly name: string
  readonly sha256: string
  /** Names the file in the cache. */
  readonly cacheKey: string
  readonly read: () => Promise<ReadableStream<Uint8Array> | null>
}

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

/** A picture among stored files, with its hash checked; null if its bytes cannot be shown. */
const useArtifactPicture = ({ sha256, cacheKey, read }: ArtifactPictureInput, isWanted: boolean) => {
  const { data } = useQuery({
    queryKey: ['artifact-picture', cacheKey, sha256],
    queryFn: async () => {
      const content = await read()
      const bytes = content && (await readBounded(content, imageMostBytes))
      const raster = bytes && rasterOf(bytes)
      if (!raster || !hasFewPixels(raster)) return null
      const computed = await sha256Of(bytes.buffer)
      return computed !== undefined && computed !== sha256 ? null : { bytes, raster }
    },
    enabled: isWanted,
    retry: false,
    // The content of a hash never changes.
    staleTime: Infinity,
    // Up to 10 MiB each: they stay no longer than they are looked at.
    gcTime: 0,
  })
  const show = useShownBytes(data?.bytes, data?.raster.mediaType ?? '')
  return { show, raster: data?.raster }
}
