import { Type } from 'typebox'
import { conflict, foundBy, operation, to } from '../../../../platform/contract/index.ts'
import { CommitSha, Id, maybe, namedObject, text } from '../../../../platform/contract/schema.ts'
import { messageIdTaken } from './comments.ts'

declare module '../../../../platform/contract/access.ts' {
  interface WorkspaceKeys {
    previewToolbar: 'token'
  }
}

const byToken = foundBy('previewToolbar', 'params.token')
const pixels = (maximum: number, description: string) =>
  Type.Integer({ minimum: 0, maximum, description, examples: [340] })
const side = (description: string) => Type.Integer({ minimum: 1, maximum: 100_000, description, examples: [1440] })

/** Where a person pointed at in a page. The page itself reported the place, so it is not reliable. */
export const PinPlace = namedObject('PinPlace', {
  path: text(1, 500, {
    pattern: "^/[A-Za-z0-9_.~!$&'()*+,;=:@%/-]*$",
    description: 'The path of the page.',
    examples: ['/pricing'],
  }),
  left: pixels(1_000_000, 'CSS pixels from the left of the page.'),
  top: pixels(1_000_000, 'CSS pixels from the top of the page.'),
  width: side('How wide the window was, in CSS pixels.'),
  height: side('How high the window was, in CSS pixels.'),
})

const PinPicture = namedObject('PinPicture', {
  id: Type.String({ ...Id, description: 'The picture, for `getDeploymentPicture`.' }),
  width: Type.Integer({ minimum: 1, description: 'Pixels across.', examples: [1440] }),
  height: Type.Integer({ minimum: 1, description: 'Pixels down.', examples: [900] }),
})

/** The place of a comment that was made in a preview. */
export const MessagePin = namedObject('MessagePin', {
  ...PinPlace.properties,
  deploymentId: Type.String({ ...Id, description: 'The deployment whose page it is.' }),
  commitSha: maybe(CommitSha),
  picture: maybe(PinPicture),
})

export const PreviewToolbar = namedObject('PreviewToolbar', {
  deploymentId: Type.String({ ...Id, description: 'The deployment that is served.' }),
  commitSha: maybe(CommitSha),
  cycle: maybe(
    namedObject('PreviewToolbarCycle', {
      handle: Type.String({ description: 'Its handle.', examples: ['HAR-12'] }),
      title: Type.String({ description: 'The title.', examples: ['Dark mode'] }),
    }),
  ),
  isShared: Type.Boolean({ description: 'Whether the visitor came by a share link, without an account.' }),
  canComment: Type.Boolean({ description: 'Whether the visitor can comment on the cycle.' }),
  reviewUrl: maybe(
    Type.String({
      format: 'uri',
      description: 'Where the visitor reviews and approves the cycle; null without a cycle or an account.',
      examples: ['https://atelier.example.com/console/projects/019358a2/cycles/019358a2/deliverable'],
    }),
  ),
})

const previewToken = Type.Object({
  token: text(1, 400, {
    description: 'The token of the toolbar in a preview, which only its frame has.',
    examples: ['p.k3v9x2m4q7t1b8zc.Zm9v'],
  }),
})

export const getPreviewToolbar = operation({
  method: 'GET',
  path: '/v1/api/preview-toolbar/{token}',
  summary: 'Read the content of a preview’s toolbar, with its token',
  reach: 'call',
  access: to('public'),
  workspace: byToken,
  params: previewToken,
  replies: { 200: PreviewToolbar },
})

export const addPreviewComment = operation({
  method: 'POST',
  path: '/v1/api/preview-toolbar/{token}/comments',
  summary: 'Comment on the cycle of a preview at a place in a page, with the token of the toolbar',
  reach: { page: '/' },
  access: to('public'),
  workspace: byToken,
  params: previewToken,
  body: namedObject('AddPreviewComment', {
    deploymentId: Type.Optional(
      Type.String({ ...Id, description: 'The deployment that the toolbar showed; by default the live one.' }),
    ),
    messageId: Type.Optional(Id),
    content: text(1, 4_000, { description: 'The words.', examples: ['Make this button larger.'] }),
    pin: PinPlace,
  }),
  replies: {
    201: namedObject('PreviewComment', {
      id: Type.String({ ...Id, description: 'The message in the conversation of the cycle.' }),
      hasPicture: Type.Boolean({
        description: 'Whether a picture of the page is stored, on which the place can be shown.',
      }),
    }),
  },
  errors: {
    messageIdTaken,
    archived: conflict({
      code: 'project_archived',
      message: 'This project is archived and cannot be changed. Unarchive it first.',
    }),
  },
  replay: false,
  audit: {
    none: 'The row has the person of the token as the actor, as that of any message.',
    elsewhere: ['cycle.message'],
  },
})
