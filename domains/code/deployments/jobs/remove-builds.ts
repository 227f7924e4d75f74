import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { removeKeptBuild } from '../../../../execution/previews/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { ScheduledContext } from '../../../../platform/jobs/index.ts'
import type { ObjectStore } from '../../../../platform/storage/index.ts'
import { buildsKept } from '../rules.ts'
import { forgetOldBuilds, keptBuildFolders } from '../store-builds.ts'
import { picturesOfDeployment } from '../picture-objects.ts'
import { workspacesWithDeployments } from '../store-hosts.ts'
import { oldPictures, removePictures } from '../store-pictures.ts'

interface BuildsParts {
  readonly database: Database
  readonly buildFolder: string
  readonly objects: ObjectStore
}

// A build that is being made lies there before a row names it.
const untouchedMs = 86_400_000
const picturesAtOnce = 100

/** Lets go of old builds with their pictures, and removes the folders that no deployment names any more, such as those of a dead process. */
export const removeBuilds = async (
  { database, buildFolder, objects }: BuildsParts,
  { signal }: ScheduledContext,
): Promise<void> => {
  const kept = new Set<string>()
  for (const workspace of await database.identity(workspacesWithDeployments)) {
    if (signal.aborted) return
    await database.within(workspace, (tx) => forgetOldBuilds(tx, buildsKept))
    for (const old of await database.reading(workspace, (tx) => oldPictures(tx, picturesAtOnce))) {
      await objects.removeUnder(picturesOfDeployment(old))
      await database.within(workspace, (tx) => removePictures(tx, old.id))
    }
    for (const folder of await database.reading(workspace, keptBuildFolders)) kept.add(folder)
  }
  const now = Date.now()
  for (const name of await readdir(buildFolder).catch(() => [])) {
    const folder = join(buildFolder, name)
    if (signal.aborted) return
    if (!kept.has(folder) && (await isOld(folder, now))) await removeKeptBuild(folder)
  }
}

const isOld = async (folder: string, now: number) => {
  const found = await stat(folder).catch(() => undefined)
  return found !== undefined && now - found.mtimeMs > untouchedMs
}
