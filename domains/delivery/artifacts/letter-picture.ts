import type { Transaction } from '../../../platform/db/transaction.ts'
import { pictureMostBytes } from '../../../platform/mail/index.ts'
import { pictureKey, pictureOfCycle } from '../../code/deployments/index.ts'
import { objectKey } from './rules.ts'
import { artifactsOfRun, artifactWithHash } from './store.ts'
import type { ArtifactRow } from './tables.ts'

const shownTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

const isShowable = ({ contentType, sizeBytes }: ArtifactRow): boolean =>
  shownTypes.includes(contentType) && sizeBytes <= pictureMostBytes

/** The stored object of a picture that a letter about a run's change shows: of its checks, else of its preview. */
export const pictureOfRun = async (tx: Transaction, cycleId: string, runId: string): Promise<string | undefined> => {
  const files = (await artifactsOfRun(tx, { runId })).filter(isShowable)
  const [first] = files.sort((one, other) => (one.path < other.path ? -1 : 1))
  return first ? objectKey(first) : pictureOfPreview(tx, cycleId)
}

/** The stored object of a picture that a letter about a published version shows: of its files, else of its preview. */
export const pictureOfVersion = async (
  tx: Transaction,
  cycleId: string,
  files: readonly { readonly name: string; readonly sha256: string }[],
): Promise<string | undefined> => {
  for (const { name, sha256 } of files.filter((file) => /\.(png|jpe?g|gif|webp)$/i.test(file.name)).slice(0, 5)) {
    const file = await artifactWithHash(tx, { cycleId, path: name, sha256 })
    if (file && isShowable(file)) return objectKey(file)
  }
  return pictureOfPreview(tx, cycleId)
}

const pictureOfPreview = async (tx: Transaction, cycleId: string): Promise<string | undefined> => {
  const found = await pictureOfCycle(tx, { cycleId, sizeMost: pictureMostBytes })
  return found && pictureKey(found, found.place)
}
