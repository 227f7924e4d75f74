import { Readable } from 'node:stream'
import { handle } from '../../../../platform/handler/index.ts'
import { getBrandImage } from '../contract.ts'
import { findImage } from '../store.ts'

export default handle(getBrandImage, async ({ tx, params, absent, ok }) => {
  const { mediaType, content } = (await findImage(tx, params.hash)) ?? absent()
  return ok({ mediaType, content: Readable.from([content]) })
})
