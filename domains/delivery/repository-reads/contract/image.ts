import { Type } from 'typebox'
import { bytes, operation, toAgencyWho } from '../../../../platform/contract/index.ts'
import { namedObject } from '../../../../platform/contract/schema.ts'
import { imageMostBytes, imageMostPixels } from '../rules/images.ts'
import { branchGone, late, namedFile, noFile, noRepository, ref, repo, unreachable } from './asking.ts'

const commit = Type.Optional(
  Type.String({ pattern: '^[0-9a-f]{40}$', description: 'The full sha of a commit in the place of a branch' }),
)

// The project's own people and agents wrote it: opened directly it runs no script, sends no request and is taken for
// no other type.
const pictureHeaders = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'content-disposition': 'inline',
  'cache-control': 'private, no-cache',
}

export const getProjectImage = operation({
  method: 'GET',
  path: '/v1/api/projects/{id}/files/image',
  summary: 'Read an image of a branch or commit: PNG, JPEG, GIF, WebP or AVIF',
  reach: 'transfer',
  access: toAgencyWho('manage', 'project', 'params.id'),
  effect: 'outside',
  query: Type.Object({ ...namedFile, repo, ref, commit }),
  replies: { 200: { ...bytes('image/*', pictureHeaders), isConditional: true } },
  errors: {
    noRepository,
    branchGone,
    noCommit: {
      status: 404,
      code: 'commit_not_found',
      message: 'There is no such commit in the history of this repository. Name one by its full SHA.',
    },
    noFile,
    notImage: {
      status: 415,
      code: 'not_an_image',
      message: 'This file is not a PNG, JPEG, GIF, WebP or AVIF. SVG is text: read its content.',
    },
    tooLarge: {
      status: 413,
      code: 'image_too_large',
      message: `This picture has more than ${imageMostBytes / 1024 ** 2} MiB or more than ${imageMostPixels / 1e6} million pixels, which is the most that is read. Pull the repository to see it.`,
      details: namedObject('ImageTooLarge', {
        sizeBytes: Type.Integer({ description: 'How many bytes the file has' }),
        width: Type.Optional(Type.Integer({ description: 'How many pixels it is wide; absent if it was not read' })),
        height: Type.Optional(Type.Integer({ description: 'How many pixels it is high; absent if it was not read' })),
      }),
    },
    unreachable,
    late,
  },
  audit: { refusals: 'project.image' },
})
