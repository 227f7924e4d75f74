import { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { finish, Unrecoverable, type EffectContext } from '../../../../platform/jobs/index.ts'
import { findProject } from '../../projects/index.ts'
import { deploymentRun } from '../graph.ts'
import type { DeploymentWork } from '../parts.ts'
import { pictureKey } from '../handlers.ts'
import { endPictured } from '../deploy-cycle.ts'
import { recordPictured } from '../record-changes.ts'
import { shotsOf } from '../rules-pictures.ts'
import type { PicturesState } from '../rules.ts'
import type { DeploymentPictureRow } from '../tables.ts'
import { findDeployment } from '../store.ts'
import { endPictures, insertPicture } from '../store-pictures.ts'

/** Opens a deployment in a browser, in a sandbox of the budget, and stores a picture of each page. */
export const pictureDeployment = (parts: DeploymentWork) =>
  deploymentRun.step('picture', {
    sandbox: true,
    effect: (context) => take(parts, context),
    commit: async ({ tx, run, now }, { state, pictures }) => {
      const row = await endPictures(tx, run.subjectId, state)
      if (!row) return finish()
      for (const picture of pictures)
        await insertPicture(tx, { ...picture, id: uuidv7(), deploymentId: row.id, takenAt: now })
      recordPictured(tx, row, pictures.length)
      await endPictured(tx, row.id, now)
      return finish()
    },
  })

interface TakenPictures {
  readonly state: Exclude<PicturesState, 'waiting' | 'removed'>
  readonly pictures: readonly StoredPicture[]
}
type StoredPicture = Omit<DeploymentPictureRow, 'id' | 'deploymentId' | 'takenAt'>

const take = async (
  { takePictures, previewSite, versions, objects }: DeploymentWork,
  { run, read, signal }: EffectContext,
): Promise<TakenPictures> => {
  const row = await read((tx) => findDeployment(tx, { id: run.subjectId }))
  const project = row && (await read((tx) => findProject(tx, row.projectId)))
  if (!project) throw new Unrecoverable('The project of this deployment was deleted.')
  if (row.status !== 'live' || takePictures === undefined) return { state: 'browser_failed', pictures: [] }
  const shots = shotsOf(project.runtime.previews?.picturePaths)
  const version = versions.of(run.workspaceId, row)
  const result = await takePictures({ site: row.label, version, url: previewSite.urlOf(row.label), shots, signal })
  // Once a later version is live, the browser may have been shown that version.
  if ((await read((tx) => findDeployment(tx, { id: row.id })))?.status !== 'live')
    return { state: 'browser_failed', pictures: [] }
  if ('unavailable' in result) return { state: result.unavailable, pictures: [] }
  const pictures: StoredPicture[] = []
  for (const { place, status, content } of result.pictures) {
    const { path, form, width, height } = shots[place]!
    const stream = Readable.from([content], { objectMode: false })
    const { sizeBytes } = await objects.put(pictureKey(row, place), stream, { maxBytes: content.length, signal })
    pictures.push({ place, path, form, width, height, httpStatus: status, sizeBytes })
  }
  return pictures.length > 0 ? { state: 'taken', pictures } : { state: 'browser_failed', pictures }
}
