import { useQuery } from '@tanstack/react-query'
import { getProjectImage } from '../../../../domains/delivery/repository-reads/contract.ts'
import { rasterOf } from '../../../../domains/delivery/repository-reads/rules/images.ts'
import type { Input } from '../../../../platform/client/index.ts'
import { open } from '../../api/client.ts'
import { useShownBytes } from '../use-shown-bytes.ts'

/** A picture of a repository, and the `ref` of an `img` that shows it. No `img` can name the workspace by itself. */
export const usePicture = (input: Input<typeof getProjectImage>, isWanted: boolean) => {
  const { data, error } = useQuery({
    queryKey: [getProjectImage.id, input],
    queryFn: async () => {
      const bytes = new Uint8Array(await new Response(await open(getProjectImage, input)).arrayBuffer())
      return { bytes, raster: rasterOf(bytes) }
    },
    enabled: isWanted,
    // Up to 10 MiB each: they stay no longer than they are looked at.
    staleTime: Infinity,
    gcTime: 0,
  })
  const show = useShownBytes(data?.bytes, data?.raster?.mediaType ?? '')
  return { show, error, sizeBytes: data?.bytes.length, raster: data?.raster }
}
