import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findKeptBuild, removeKeptBuild, type StoredBuilds } from '../../../../execution/previews/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import type { ScheduledContext } from '../../../../platform/jobs/index.ts'
import { allUnder, removeLater } from '../../../../platform/removals/index.ts'
import { foldersToForget, type BuildLimits, type KeptBuild, attemptsOf, buildKey } from '../rules-builds.ts'
import { clearBuilds, keptBuildFolders, keptBuilds, setBuildObject, unstoredBuilds } from '../store-builds.ts'
import { picturesOfDeployment } from '../handlers.ts'
import { workspacesWithDeployments } from '../store-hosts.ts'
import { oldPictures, removePictures } from '../store-pictures.ts'

interface BuildsParts {
  readonly database: Database
  readonly buildFolder: string
  readonly buildLimits: BuildLimits
  readonly storedBuilds: Pick<StoredBuilds, 'store'>
}

// A day: a build that is being made exists before a row names it.
const untouchedMs = 86_400_000
const picturesAtOnce = 100

/** Deletes old builds with their pictures and objects, and the folders of this machine that no deployment names. */
export const removeBuilds = async (parts: BuildsParts, { signal, log }: ScheduledContext): Promise<void> => {
  const { database, buildFolder } = parts
  const workspaces = await database.identity(workspacesWithDeployments)
  for (const workspace of workspaces) await storeEarlier(parts, log, workspace)
  const rows: KeptBuild[] = []
  for (const workspace of workspaces) rows.push(...(await database.reading(workspace, keptBuilds)))
  const forgotten = new Set(foldersToForget(rows, parts.buildLimits, new Date()))
  const kept = new Set<string>()
  for (const workspace of workspaces) {
    if (signal.aborted) return
    const own = rows.filter(({ workspaceId, folder }) => workspaceId === workspace && forgotten.has(folder))
    const folders = [...new Set(own.map(({ folder }) => folder))]
    if (own.length > 0)
      await database.within(workspace, async (tx) => clearBuilds(tx, { folders, now: await tx.now() }))
    await removeOldPictures(parts, workspace)
    // Read after the commit: a rollback that came between has named its folder by now, and a later one is refused.
    for (const folder of await database.reading(workspace, keptBuildFolders)) kept.add(folder)
    const unnamed = own.flatMap(({ folder, objectKey }) => (kept.has(folder) ? [] : (objectKey ?? [])))
    if (unnamed.length > 0)
      await database.within(workspace, (tx) => removeLater(tx, unnamed.map(attemptsOf).map(allUnder)))
  }
  const now = Date.now()
  for (const name of await readdir(buildFolder).catch(() => [])) {
    const folder = join(buildFolder, name)
    if (signal.aborted) return
    if (kept.has(name)) continue
    if (forgotten.has(name) || (await isOld(folder, now))) await removeKeptBuild(folder)
  }
}

/** Stores builds of earlier versions that are on this machine. */
const storeEarlier = async (
  { database, buildFolder, storedBuilds }: BuildsParts,
  log: ScheduledContext['log'],
  workspace: string,
) => {
  for (const { id, projectId, build } of await database.reading(workspace, unstoredBuilds)) {
    const folder = join(buildFolder, build.folder)
    if (!(await findKeptBuild(folder))) continue
    try {
      const object = await storedBuilds.store({ ...build, folder }, buildKey({ id, projectId, attempt: 0 }))
      await database.within(workspace, (tx) => setBuildObject(tx, build.folder, object))
    } catch (error) {
      log.warn({ err: error, deployment: id }, 'Could not store the build of a deployment; will retry')
    }
  }
}

const removeOldPictures = async ({ database }: BuildsParts, workspace: string) => {
  for (const old of await database.reading(workspace, (tx) => oldPictures(tx, { rows: picturesAtOnce })))
    await database.within(workspace, async (tx) => {
      await removePictures(tx, old.id)
      await removeLater(tx, [allUnder(picturesOfDeployment(old))])
    })
}

const isOld = async (folder: string, now: number) => {
  const found = await stat(folder).catch(() => undefined)
  return found !== undefined && now - found.mtimeMs > untouchedMs
}
