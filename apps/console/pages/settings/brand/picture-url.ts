import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { getBrandImage } from '../../../../../domains/accounts/brand/contract.ts'
import { open } from '../../../api/client.ts'
import type { Kit } from './fields.ts'

type Picture = Kit['draft']['logo']

/** Where this page shows a picture of the draft; undefined while it has none. Its type is what the server found it to be. */
export const usePictureUrl = (picture: Picture): string | undefined => {
  const id = picture?.id
  const type = picture?.mediaType
  const { data } = useQuery({
    queryKey: [getBrandImage.id, id],
    queryFn: async () => new Response(await open(getBrandImage, { params: { id: id! } })).blob(),
    enabled: id !== undefined,
    staleTime: Infinity,
  })
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!data || type === undefined) return
    const made = URL.createObjectURL(new Blob([data], { type }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [data, type])
  return id === undefined ? undefined : url
}
