import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex')
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest()
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

const fields =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
const skewMs = 15 * 60_000

/**
 * Why S3 refuses the signature of a request (AWS Signature Version 4 in a header, service s3, signed content), by its
 * code; undefined for a good one.
 */
export const refusedSignature = (
  request: IncomingMessage,
  body: Buffer,
  { accessKeyId, secretAccessKey }: { readonly accessKeyId: string; readonly secretAccessKey: string },
): string | undefined => {
  const [, id, day, region, names, signature] = fields.exec(request.headers.authorization ?? '') ?? []
  if (!day || !region || !names) return 'AccessDenied'
  if (id !== accessKeyId) return 'InvalidAccessKeyId'
  const payload = String(request.headers['x-amz-content-sha256'])
  if (payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => names.split(';').includes(name)))
    return 'AccessDenied'
  const stamp = String(request.headers['x-amz-date'])
  const at = Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - at) < skewMs)) return 'RequestTimeTooSkewed'
  const url = new URL(request.url ?? '/', 'http://fake')
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), names, payload].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', stamp, scope, sha256(canonical)].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`)
  return hmac(key, toSign).toString('hex') === signature ? undefined : 'SignatureDoesNotMatch'
}
