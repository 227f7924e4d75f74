import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Configuration } from '../../platform/configuration/index.ts'
import { openDiskStore, type ObjectRemover, type ObjectStore } from '../../platform/storage/index.ts'
import type { Closer } from './closer.ts'

/** The object store that the settings name: a folder of the data folder, or a bucket. */
export const openObjects = async (
  { storage: { dataFolder, bucket, accessKeyId, secretAccessKey, sessionToken } }: Pick<Configuration, 'storage'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
  closing: Closer,
): Promise<ObjectStore & ObjectRemover> => {
  const folder = join(dataFolder, 'objects')
  if (!bucket || !accessKeyId || !secretAccessKey) return openDiskStore(folder)
  const keys = { accessKeyId, secretAccessKey, sessionToken }
  // Loaded only if a bucket is named: the client of S3 costs a process a fifth of a second and 17 MB.
  const { openBucket } = await import('../../platform/storage/open-bucket.ts')
  const { objects, close } = await openBucket({ ...bucket, ...keys }, join(dataFolder, 'cache', 'objects'))
  closing.onClose(close)
  const before = await readdir(folder).catch((): string[] => [])
  if (before.some((name) => !name.startsWith('.')))
    log.warn(
      `${folder} has objects stored before ATELIER_OBJECTS was set, which are not read. Copy them into the bucket`,
    )
  return objects
}
