import type { S3Client } from './s3-client.ts'
import { answerOf, childOf, childrenOf } from './s3-xml.ts'

interface ListedObject {
  readonly key: string
  readonly putAt: Date
}

/** The objects whose keys begin with these characters, page by page, in the order of their keys. */
export async function* listKeys(client: S3Client, start: string, pageSize = 1_000): AsyncGenerator<ListedObject> {
  const firstQuery = { 'list-type': '2', prefix: client.prefix + start, 'max-keys': String(pageSize) }
  let token: string | undefined
  do {
    const query = token === undefined ? firstQuery : { ...firstQuery, 'continuation-token': token }
    const page = answerOf((await client.text({ method: 'GET', query })).text)
    for (const object of childrenOf(page, 'Contents')) {
      const key = childOf(object, 'Key') ?? ''
      if (!key.startsWith(client.prefix + start)) throw new Error('The object store listed another key.')
      yield { key: key.slice(client.prefix.length), putAt: new Date(childOf(object, 'LastModified') ?? Number.NaN) }
    }
    token = childOf(page, 'IsTruncated') === 'true' ? childOf(page, 'NextContinuationToken') : undefined
  } while (token !== undefined)
}

/** Removes the chosen objects. */
export const removeKeys = async (client: S3Client, start: string, isChosen: (listed: ListedObject) => boolean) => {
  for await (const listed of listKeys(client, start))
    if (isChosen(listed)) await client.text({ method: 'DELETE', key: listed.key })
}
