import { Type } from 'typebox'
import { conflict, operation, toAgencyWho } from '../../../../platform/contract/index.ts'
import {
  DeletedAck,
  Id,
  maybe,
  namedObject,
  pagesOf,
  text,
  Time,
  described,
  exampleText,
} from '../../../../platform/contract/schema.ts'
import { shareDays } from '../rules.ts'
import { notServed, switchedOff } from './errors.ts'

const PreviewShare = namedObject('PreviewShare', {
  id: Id,
  note: maybe(exampleText('Whom it is for; null without a note.', 'The board')),
  createdAt: Time,
  expiresAt: described(Time, 'Until when the link opens the deployment.'),
})

const CreatePreviewShare = namedObject('CreatePreviewShare', {
  days: Type.Optional(
    Type.Integer({
      minimum: shareDays.least,
      maximum: shareDays.most,
      description: `How many days the link works; ${shareDays.byDefault} unless set.`,
    }),
  ),
  note: Type.Optional(maybe(text(1, 200, { description: 'Whom it is for.', examples: ['The board'] }))),
})

const PreviewShareCreated = namedObject('PreviewShareCreated', {
  ...PreviewShare.properties,
  url: Type.String({
    format: 'uri',
    description: 'The link, shown this once. Everybody who has it can open the deployment.',
    examples: ['http://k3v9x2m4q7t1b8zc.preview.localhost:4310/.atelier/enter?share=Zm9v'],
  }),
})

export const createPreviewShare = operation({
  method: 'POST',
  path: '/v1/api/deployments/{id}/shares',
  summary: 'Make a link that opens a deployment for people without an account',
  reach: { page: '/projects/{projectId}/deployments' },
  access: toAgencyWho('manage', 'deployment', 'params.id'),
  body: CreatePreviewShare,
  replies: { 201: PreviewShareCreated },
  errors: {
    switchedOff,
    notAllowed: conflict({
      code: 'preview_sharing_off',
      message: 'This project allows no share links. Allow them in its settings first.',
    }),
    notServed,
    tooMany: conflict({
      code: 'too_many_preview_shares',
      message: 'This deployment has 50 share links already. Remove an unused link.',
    }),
  },
  replay: false,
  audit: { action: 'deployment.share', category: 'create' },
  touches: ['deployment'],
})

export const listPreviewShares = operation({
  method: 'GET',
  path: '/v1/api/deployments/{id}/shares',
  summary: 'List the share links of a deployment’s address that have not expired, newest first',
  reach: { page: '/projects/{projectId}/deployments' },
  access: { ...toAgencyWho('manage', 'deployment', 'params.id'), scope: 'read' },
  ...pagesOf(PreviewShare),
  audit: { refusals: 'deployment.list_shares' },
  reads: { deployment: 'all' },
})

export const deletePreviewShare = operation({
  method: 'DELETE',
  path: '/v1/api/deployments/{id}/shares/{shareId}',
  summary: 'Remove a share link. Its visitors lose access within half a minute',
  reach: { page: '/projects/{projectId}/deployments' },
  access: { ...toAgencyWho('manage', 'deployment', 'params.id'), archived: 'taken' },
  replies: { 200: DeletedAck },
  audit: { action: 'deployment.unshare', category: 'delete' },
  touches: ['deployment'],
})
