import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuseFields } from '../refusal/refuse.ts'
import type { Resumption } from '../handler/handler.ts'

/** The fields of an upload that can be resumed. Source: draft-ietf-httpbis-resumable-upload, sections 4 and 5. */
export const resumptionOf = ({ headers }: FastifyRequest, reply: FastifyReply): Resumption => ({
  offset: () => {
    const offset = headers['upload-offset']
    const complete = headers['upload-complete']
    if (offset === undefined && complete === undefined) return undefined
    if (offset !== undefined && !/^\d{1,15}$/.test(String(offset)))
      return refuseFields([{ path: 'Upload-Offset', message: 'is not a valid number of bytes', rule: 'header' }])
    if (complete !== undefined && complete !== '?1')
      return refuseFields([
        { path: 'Upload-Complete', message: 'must be ?1: send all remaining bytes at once', rule: 'header' },
      ])
    return Number(offset ?? 0)
  },
  tell: (offset, isComplete) => {
    void reply.header('upload-offset', String(offset))
    void reply.header('upload-complete', isComplete ? '?1' : '?0')
    void reply.header('cache-control', 'no-store')
  },
})
