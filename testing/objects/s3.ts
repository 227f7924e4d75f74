import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { buffer } from 'node:stream/consumers'
import { beginUpload, type Bucket, listObjects, oneObject, oneUpload, refuse, takeFault } from './s3-requests.ts'
import { refusedSignature } from './s3-signature.ts'

export type { Fault } from './s3-requests.ts'

export const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }

/**
 * A bucket on loopback that checks signatures, and refuses what S3 refuses: parts that are too small, ranges of another
 * object, uploads that are not there. Lists have pages of two, so that paging is always met. Tests whose parts are
 * smaller than those of the product say what is too small for them.
 */
export const startFakeS3 = async (bucket: string, { minPartBytes = 5 * 2 ** 20, host = '127.0.0.1' } = {}) => {
  const held: Bucket = { objects: new Map(), uploads: new Map(), faults: [], minPartBytes }
  const state: { refusal?: readonly [status: number, code: string] | undefined; isDown?: boolean; waitMs?: number } = {}
  const requests: string[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request)
    const url = new URL(request.url ?? '/', 'http://fake')
    const [, name, ...rest] = url.pathname.split('/').map(decodeURIComponent)
    requests.push(`${request.method} ${url.pathname}${url.search}`)
    if (state.waitMs) await pause(state.waitMs)
    if (state.isDown || takeFault(held, 'hang-up')) return response.destroy()
    const refused = refusedSignature(request, body, credentials)
    if (refused) return refuse(response, 403, refused)
    if (state.refusal) return refuse(response, ...state.refusal)
    if (takeFault(held, 'slow-down')) return refuse(response, 503, 'SlowDown')
    if (name !== bucket) return refuse(response, 404, 'NoSuchBucket')
    const key = rest.join('/')
    if (key === '') return listObjects(held, response, url)
    const asked = { url, key, body }
    if (url.searchParams.has('uploads')) return beginUpload(held, response, key)
    if (url.searchParams.has('uploadId')) return oneUpload(held, request, response, asked)
    return oneObject(held, request, response, asked)
  }
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const close = () => new Promise((resolve) => server.close(resolve).closeAllConnections())
  const endpoint = `http://${host}:${(server.address() as AddressInfo).port}`
  const place = { endpoint, bucket, prefix: '', region: 'us-east-1', ...credentials }
  return { endpoint, place, ...held, state, requests, close }
}
