import type { VideoJobs } from '../../../execution/media/index.ts'
import type { InTransaction } from '../../../platform/db/transaction.ts'
import { findMediaModel, withMediaModel } from './choose-model.ts'
import type { MediaWork } from './parts.ts'
import type { VideoRow } from './tables.ts'

/** Lends the videos of the endpoint of a job; undefined if its model can be called no more. */
export const withVideoJobs = async <T>(
  parts: MediaWork,
  read: InTransaction,
  video: Pick<VideoRow, 'model' | 'endpointId'>,
  work: (jobs: VideoJobs) => Promise<T>,
): Promise<T | undefined> => {
  const model = await read((tx) => findMediaModel(tx, parts, 'video', video.model))
  if (!model || (model.endpoint?.id ?? null) !== video.endpointId) return undefined
  return withMediaModel(parts, read, model, async ({ videos }) => videos && work(videos))
}
