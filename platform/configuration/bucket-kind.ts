import { settingOf, type Setting, type SettingWords } from './kinds.ts'

/** Where objects lie in an S3-compatible service. */
export interface BucketAddress {
  /** Scheme, host and port of the service. */
  readonly endpoint: string
  readonly bucket: string
  /** Prefix of all keys, ending in `/`; or empty. */
  readonly prefix: string
  readonly region: string
}

// Source: Amazon S3 User Guide, “General purpose bucket naming rules”.
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const prefixParts = /^([A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/
const parameters = ['endpoint', 'region']

/** `s3://bucket/prefix?region=…&endpoint=…`; without an endpoint the bucket is Amazon’s. */
export const bucketAddress = (words: SettingWords): Setting<BucketAddress | undefined> => ({
  ...settingOf(words, undefined),
  fallback: 'the folder `objects` of ATELIER_DATA',
  accepts: 'an address such as s3://bucket/prefix?region=eu-central-1&endpoint=https://s3.example.com',
  read: (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url?.protocol !== 's3:') return { wrong: 'not an address that starts with s3://' }
    if (url.username !== '' || url.password !== '')
      return { wrong: 'an address with a user; the keys are AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY' }
    const bucket = url.host
    if (!bucketName.test(bucket)) return { wrong: 'an address without the name of a bucket' }
    const path = url.pathname.replace(/^\//, '').replace(/([^/])$/, '$1/')
    if (path.length > 256 || !prefixParts.test(path))
      return { wrong: 'an address with a path of other characters than letters, digits, “.”, “_”, “-” and “/”' }
    if ([...url.searchParams.keys()].some((key) => !parameters.includes(key)) || url.hash !== '')
      return { wrong: 'an address with a parameter other than endpoint and region' }
    const region = url.searchParams.get('region') ?? 'us-east-1'
    if (!/^[a-z0-9-]{1,64}$/.test(region)) return { wrong: 'an address with a region that is none' }
    const endpoint = originOf(url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`)
    if (endpoint === undefined)
      return { wrong: 'an address whose endpoint is not one of a server, with https:// or http://' }
    return { value: { endpoint, bucket, prefix: path, region } }
  },
})

const originOf = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['https:', 'http:'].includes(url.protocol)) return undefined
  return `${url.origin}/` === url.href ? url.origin : undefined
}
