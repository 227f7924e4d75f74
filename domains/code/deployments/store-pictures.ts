import { rowStatement, statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { isLive } from '../projects/index.ts'
import { comparedWith } from './rules-pictures.ts'
import type { PicturesState } from './rules.ts'
import { deployment, deploymentPicture, type DeploymentPictureRow, type DeploymentRow } from './tables.ts'

const { columns } = deploymentPicture

export const insertPicture = statement<DeploymentPictureRow>(
  'deployment-picture.insert',
  insertInto(
    deploymentPicture,
    ['id', 'deploymentId', 'place', 'path', 'form', 'width', 'height', 'httpStatus', 'sizeBytes', 'takenAt'],
    { workspaceId: ':workspace' },
  ),
)

const setState = statement<{ id: string; from: readonly string[] | null; to: string }, DeploymentRow>(
  'deployment.set-pictures-state',
  `update deployment set pictures_state = :to
   where id = :id and (:from::text[] is null and pictures_state is null or pictures_state = any(:from))
   returning ${deployment.columns}`,
)
/** Records that pictures of a deployment are about to be taken. */
export const awaitPictures = async (tx: Transaction, id: string) =>
  (await setState(tx, { id, from: null, to: 'waiting' })).at(0)

/** Records the end of pictures that a deployment waited for; undefined if it did not. */
export const endPictures = async (tx: Transaction, id: string, to: Exclude<PicturesState, 'waiting' | 'removed'>) =>
  (await setState(tx, { id, from: ['waiting'], to })).at(0)

export const picturesOf = statement<{ deploymentId: string }, DeploymentPictureRow>(
  'deployment-picture.of-deployment',
  `select ${columns} from deployment_picture where deployment_id = :deploymentId order by place`,
)

export const findPicture = rowStatement<{ id: string; deploymentId: string }, DeploymentPictureRow>(
  'deployment-picture.find',
  `select ${columns} from deployment_picture where id = :id and deployment_id = :deploymentId`,
)

/** The stored picture of a deployment's page in one kind of window. */
export const findPagePicture = rowStatement<
  { deploymentId: string; path: string; form: string },
  { id: string; width: number; height: number }
>(
  'deployment-picture.of-page',
  `select id, width, height from deployment_picture where deployment_id = :deploymentId and path = :path and form = :form
   order by place limit 1`,
)

/** The first page of a cycle's newest pictured preview: the window of a desktop before that of a phone. */
export const pictureOfCycle = rowStatement<
  { cycleId: string; sizeMost: number },
  { id: string; projectId: string; place: number }
>(
  'deployment-picture.of-cycle',
  `select d.id, d.project_id as "projectId", p.place from deployment d join deployment_picture p on p.deployment_id = d.id
   where d.cycle_id = :cycleId and not d.undecided and d.pictures_state = 'taken' and p.http_status < 400 and p.size_bytes <= :sizeMost
     and ${isLive('d.project_id')}
   order by d.created_at desc, p.form, p.place limit 1`,
)

const before = statement<
  { id: string; repositoryId: string; at: Date; label: string | null; changedIn: string | null },
  DeploymentRow
>(
  'deployment.pictured-before',
  `select ${deployment.columns} from deployment
   where repository_id = :repositoryId and pictures_state = 'taken' and id <> :id and created_at <= :at
     and ((kind <> 'cycle-preview' and (:label::text is null or label = :label))
       or (undecided and cycle_id = :changedIn
         and label in (select host.label from deployment_host host where host.kind = 'base')))
     and ${isLive('project_id')}
   order by undecided, created_at desc limit 1`,
)
/** The newest earlier deployment to compare pictures with; for an undecided change without one, its base. */
export const picturedBefore = async (tx: Transaction, row: DeploymentRow) => {
  const { id, repositoryId, createdAt: at, undecided, cycleId } = row
  return (await before(tx, { id, repositoryId, at, changedIn: undecided ? cycleId : null, ...comparedWith(row) })).at(0)
}

/** Deployments whose builds were deleted, and whose pictures are deleted with them. */
export const oldPictures = statement<{ rows: number }, { id: string; projectId: string }>(
  'deployment.pictures-to-remove',
  `select id, project_id as "projectId" from deployment
   where workspace_id = :workspace and pictures_state = 'taken' and build is null limit :rows`,
)

const remove = statement<{ deploymentId: string }>(
  'deployment-picture.remove',
  'delete from deployment_picture where deployment_id = :deploymentId',
)
const forget = statement<{ deploymentId: string }>(
  'deployment.forget-pictures',
  `update deployment set pictures_state = 'removed' where id = :deploymentId and pictures_state = 'taken'`,
)
export const removePictures = async (tx: Transaction, deploymentId: string): Promise<void> => {
  await remove(tx, { deploymentId })
  await forget(tx, { deploymentId })
}
