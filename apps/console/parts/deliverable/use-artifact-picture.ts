import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { downloadDeliverableArtifact } from '../../../../domains/delivery/deliverables/contract.ts'
import { hasFewPixels, imageMostBytes, rasterOf } from '../../../../domains/delivery/repository-reads/rules/images.ts'
import { open } from '../../api/client.ts'
import { readBounded } from '../read-bounded.ts'
import { sha256Of } from './snapshot.ts'

export interface ArtifactPictureInput {
  readonly cycleId: string
  readonly revision: number
  readonly file: { readonly name: string; readonly sha256: string }
  /** What names the workspace to the server, where a client reads. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** A picture that a published version names, with its hash checked; null where its bytes cannot be shown. */
export const useArtifactPicture = ({ cycleId, revision, file, headers }: ArtifactPictureInput, isWanted: boolean) => {
  const { data } = useQuery({
    queryKey: [downloadDeliverableArtifact.id, 'picture', cycleId, revision, file.name, file.sha256],
    queryFn: async () => {
      const input = { params: { cycleId, filename: file.name }, query: { revision } }
      const content = await open(downloadDeliverableArtifact, input, headers)
      const bytes = content && (await readBounded(content, imageMostBytes))
      const raster = bytes && rasterOf(bytes)
      if (!raster || !hasFewPixels(raster)) return null
      const computed = await sha256Of(bytes.buffer)
      return computed !== undefined && computed !== file.sha256 ? null : { bytes, raster }
    },
    enabled: isWanted,
    retry: false,
    staleTime: Infinity,
    // Up to 10 MiB each: they stay no longer than they are looked at.
    gcTime: 0,
  })
  const show = useCallback(
    (image: HTMLImageElement) => {
      if (!data) return undefined
      const address = URL.createObjectURL(new Blob([data.bytes], { type: data.raster.mediaType }))
      image.src = address
      return () => URL.revokeObjectURL(address)
    },
    [data],
  )
  return { show, raster: data?.raster }
}
