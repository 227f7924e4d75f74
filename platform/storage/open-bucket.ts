import { randomUUID } from 'node:crypto'
import { StartRefusal } from '../configuration/refusal.ts'
import { S3Refusal, StorageFullError, StorageUnavailableError } from './errors.ts'
import { openS3Client, type Bucket, type S3Client, type S3Pace } from './s3-client.ts'
import { listKeys } from './s3-list.ts'
import { openS3Store } from './s3.ts'

/**
 * Opens the object store in a bucket, once it is known that this server may write, read, list and remove there. Throws
 * StartRefusal with the remedy if it may not. `scratch` is a folder for the files that are lent.
 */
export const openBucket = async (bucket: Bucket, scratch: string, pace?: S3Pace) => {
  const client = openS3Client(bucket, pace)
  try {
    await probe(client)
    return { objects: await openS3Store(client, scratch), close: () => client.close() }
  } catch (error) {
    await client.close()
    throw new StartRefusal(sentenceOf(error, bucket), { cause: error })
  }
}

const probe = async (client: S3Client) => {
  const key = `.probe/${randomUUID()}`
  await client.text({ method: 'PUT', key, body: Buffer.from('atelier') })
  const { text } = await client.text({ method: 'GET', key })
  if (text !== 'atelier') throw new Error('The object store gave back something else than it was given.')
  await listKeys(client, '.probe/', 1).next()
  await client.text({ method: 'DELETE', key })
}

const sentenceOf = (error: unknown, { endpoint, bucket, region }: Bucket): string => {
  const where = `The bucket “${bucket}” at ${endpoint}`
  if (error instanceof StorageFullError) return `${where} is full. Free some space there, then start again.`
  if (error instanceof StorageUnavailableError)
    return `${where} of ATELIER_OBJECTS does not answer. Start the object store, or correct the address, then start again.`
  if (!(error instanceof S3Refusal))
    return `${where} of ATELIER_OBJECTS does not answer as S3 does. Correct the address.`
  const sentence = sentences[error.code]
  if (sentence) return `${where} ${sentence}`
  if (error.status === 301 || error.status === 307 || error.code === 'AuthorizationHeaderMalformed')
    return `${where} is in another region than ${region}. Name it in ATELIER_OBJECTS, as “?region=…”.`
  return `${where} refuses what a start tries, with ${error.status} ${error.code}: to write, read, list and remove an object.`
}

const keys = 'Correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.'
const sentences: Readonly<Record<string, string>> = {
  NoSuchBucket: 'is not there. Make it, or correct ATELIER_OBJECTS.',
  InvalidAccessKeyId: `does not know the access key. ${keys}`,
  SignatureDoesNotMatch: `does not accept the secret of the access key. ${keys}`,
  ExpiredToken: 'says that AWS_SESSION_TOKEN has expired. Give a new one.',
  AccessDenied:
    'does not allow what the server needs. Allow s3:GetObject, s3:PutObject, s3:DeleteObject, s3:ListBucket, s3:AbortMultipartUpload and s3:ListMultipartUploadParts.',
  RequestTimeTooSkewed: 'says that the clock of this machine is wrong. Set it.',
}
