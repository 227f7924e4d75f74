import { useQuery } from '@tanstack/react-query'
import { getBrandImage } from '../../../../../domains/accounts/brand/contract.ts'
import { open } from '../../../api/client.ts'
import { base64Of } from '../../../parts/files/base64.ts'
import type { Kit } from './brand-fields.ts'

/** A picture of the draft as an image takes it; undefined while it has none. Its type is detected by the server. */
export const usePictureUrl = (picture: Kit['draft']['logo']): string | undefined => {
  const id = picture?.id
  const { data } = useQuery({
    queryKey: [getBrandImage.id, id],
    queryFn: async () => {
      const blob = await new Response(await open(getBrandImage, { params: { hash: id! } })).blob()
      return `data:${picture?.mediaType ?? ''};base64,${await base64Of(blob)}`
    },
    enabled: id !== undefined,
    staleTime: Infinity,
  })
  return data
}
