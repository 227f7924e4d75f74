import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getProjectImage } from '../../../../domains/delivery/repository-reads/contract.ts'
import { rasterOf } from '../../../../domains/delivery/repository-reads/rules/images.ts'
import type { Input } from '../../../../platform/client/index.ts'
import { open } from '../../api/client.ts'

/** Whether a file is called like a picture; what it is, its bytes say to the server. */
export const isNamedPicture = (path: string | undefined): boolean =>
  path !== undefined && /\.(png|jpe?g|gif|webp|avif)$/i.test(path)

/** A picture of a repository with an address of this page, which ends with it. No `img` can name the workspace itself. */
export const usePicture = (input: Input<typeof getProjectImage>, isWanted: boolean) => {
  const { data, error } = useQuery({
    queryKey: [getProjectImage.id, input],
    queryFn: async () => {
      const bytes = new Uint8Array(await new Response(await open(getProjectImage, input)).arrayBuffer())
      return { bytes, raster: rasterOf(bytes) }
    },
    enabled: isWanted,
    // Up to 10 MiB each: they stay no longer than they are looked at.
    ...{ staleTime: Infinity, gcTime: 0 },
  })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!data) return undefined
    const address = URL.createObjectURL(new Blob([data.bytes], { type: data.raster?.mediaType ?? '' }))
    setUrl(address)
    return () => URL.revokeObjectURL(address)
  }, [data])
  return { url, error, sizeBytes: data?.bytes.length, raster: data?.raster }
}
