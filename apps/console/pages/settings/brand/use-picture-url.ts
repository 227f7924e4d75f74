import { useQuery } from '@tanstack/react-query'
import { getBrandImage } from '../../../../../domains/accounts/brand/contract.ts'
import { open } from '../../../api/client.ts'
import { base64Of } from '../../../parts/files/base64.ts'
import type { Kit } from './brand-fields.ts'

/** The data URL of a draft's picture; undefined while it is read, and without a picture. */
export const usePictureUrl = (picture: Kit['draft']['logo']): string | undefined => {
  const id = picture?.id
  const { data } = useQuery({
    queryKey: [getBrandImage.id, id],
    queryFn: async () => {
      const blob = await new Response(await open(getBrandImage, { params: { hash: id! } })).blob()
      return `data:${picture?.mediaType ?? ''};base64,${await base64Of(blob)}`
    },
    enabled: id !== undefined,
    // The bytes behind a hash never change.
    staleTime: Infinity,
  })
  return data
}
