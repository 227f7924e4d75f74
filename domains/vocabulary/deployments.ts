import type { Words } from '../../platform/contract/vocabulary.ts'

/** Properties and parameters of deployments. */
export const deployments: Words = {
  'Deployment.kind':
    'The purpose: `project` is the preview of the project, `cycle-preview` the preview of a cycle’s merged changes.',
  'DeploymentAccepted.kind': 'The purpose.',
  'RedeployPreview.kind': 'What to deploy: the preview of the project, which is the default, or production.',
  'Deployment.cycleId': 'The cycle of a cycle preview; null for the others.',
  'Deployment.repoId': 'The repository that it was deployed from.',
  'Deployment.commitSha': 'The commit; null until the head of the branch was read.',
  'Deployment.status': 'The state. It goes from `building` to `deploying` to `live` automatically.',
  'DeploymentAccepted.status': 'Where it stands.',
  'DeploymentAccepted.url': 'Where it will be served.',
  'Deployment.rollbackOf': 'The earlier deployment whose build it serves again; null for a build of its own.',
  'Deployment.expiredBecause': 'Why it is no longer served; null while it has not expired.',
  'Deployment.build': 'How it is built and served; null until that is known.',
  'Deployment.failure': 'Why it failed; null if it did not.',
  'DeploymentBuild.kind': 'Whether it is a static site or a program, and in which language.',
  'DeploymentFailure.code': 'What kind of failure it is.',
  'RedeployPreview.minInstances':
    'With 1 or more its program runs without requests. Only the agency may set it; without it the program sleeps when nobody asks for it.',
  'RedeployPreview.repoId': 'The repository to deploy; by default the primary one.',
  repos: 'The repositories to choose from.',
  'CustomDomain.domain': 'The domain of production; null takes it away.',
  'DomainRecord.type': 'The type of the DNS record.',
  shareId: 'The share link, by its id in `listPreviewShares`.',
  'DeploymentPictures.deploymentId': 'The deployment that the pictures show.',
  'DeploymentPictures.commitSha': 'The commit that the pictures show.',
  'DeploymentPictures.state':
    'The state of its pictures: they are being taken, are there, could not be taken because the server has no browser or the browser failed, or were removed with the build. Null if none are taken.',
  'DeploymentPictures.before': 'The pictures of the previous deployment; null if there are none.',
  'DeploymentPicturesBefore.commitSha': 'The commit that these pictures show.',
  'DeploymentPicturesBefore.createdAt': 'When the earlier deployment was asked for.',
  pictureId: 'The picture, by its id in `listDeploymentPictures`.',
}
