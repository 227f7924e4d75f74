import { Type } from 'typebox'
import { bytes, operation, toThoseWho } from '../../../../platform/contract/index.ts'
import {
  CommitSha,
  Id,
  maybe,
  namedObject,
  oneOf,
  Time,
  described,
  exampleText,
} from '../../../../platform/contract/schema.ts'
import { pictureForms, picturesStates } from '../rules.ts'

export const DeploymentPicture = namedObject('DeploymentPicture', {
  id: Id,
  path: exampleText('The page, as a path of the deployment.', '/'),
  form: oneOf(pictureForms, { description: 'The window that it was taken in: 1440 × 900 or 390 × 844 pixels.' }),
  width: Type.Integer({ minimum: 1, description: 'Pixels across.', examples: [1440] }),
  height: Type.Integer({ minimum: 1, description: 'Pixels down.', examples: [900] }),
  httpStatus: Type.Integer({
    minimum: 0,
    maximum: 599,
    description: 'The HTTP status of the page; 0 if there was none.',
    examples: [200],
  }),
  takenAt: described(Time, 'When it was taken.'),
})

const PicturesBefore = namedObject('DeploymentPicturesBefore', {
  deploymentId: described(Id, 'The earlier deployment.'),
  commitSha: maybe(CommitSha),
  createdAt: Time,
  pictures: Type.Array(DeploymentPicture, { description: 'Its pictures, in order.' }),
})

export const DeploymentPictures = namedObject('DeploymentPictures', {
  deploymentId: Id,
  commitSha: maybe(CommitSha),
  state: maybe(oneOf(picturesStates)),
  pictures: Type.Array(DeploymentPicture, { description: 'Pages in the order in which the project names them.' }),
  before: maybe(PicturesBefore),
})

export const listDeploymentPictures = operation({
  method: 'GET',
  path: '/v1/api/deployments/{id}/pictures',
  summary: 'List the pictures of a deployment, with the pictures of the deployment before',
  reach: 'call',
  access: toThoseWho('view', 'deployment', 'params.id'),
  clientPortal: true,
  replies: { 200: DeploymentPictures },
  audit: { refusals: 'deployment.list_pictures' },
  reads: { deployment: 'all' },
})

export const getDeploymentPicture = operation({
  method: 'GET',
  path: '/v1/api/deployments/{id}/pictures/{pictureId}',
  summary: 'Get a picture of a deployment, as WebP',
  reach: 'transfer',
  access: toThoseWho('view', 'deployment', 'params.id'),
  clientPortal: true,
  effect: 'outside',
  replies: {
    200: bytes('image/webp', {
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=3600',
    }),
  },
  audit: { refusals: 'deployment.get_picture' },
})
