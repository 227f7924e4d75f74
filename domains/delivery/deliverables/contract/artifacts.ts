import { Type } from 'typebox'
import { bytes, operation, toThoseWho } from '../../../../platform/contract/index.ts'
import { fileHeaders } from '../../artifacts/contract.ts'

export const downloadDeliverableArtifact = operation({
  method: 'GET',
  path: '/v1/api/deliverables/{cycleId}/artifacts/{filename}',
  summary: 'Download a file that a published snapshot names: exactly the bytes that its hash is of',
  clientPortal: true,
  access: toThoseWho('view', 'deliverable', 'params.cycleId'),
  effect: 'outside',
  replay: false,
  query: Type.Object({
    revision: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description:
          'Which snapshot names it; the newest without. For clients the newest, or one that they were asked to decide on.',
      }),
    ),
  }),
  replies: { 200: bytes('*/*', fileHeaders) },
  errors: {
    notKept: {
      status: 404,
      code: 'deliverable_artifact_not_kept',
      message:
        'The snapshot names this file, but its content is not kept any more. Its hash stays; ask the agency for the file.',
    },
    differs: {
      status: 500,
      code: 'deliverable_artifact_differs',
      message:
        'What is stored of this file does not have the hash that the snapshot names, so it is not given. Tell the operator.',
    },
  },
  audit: { action: 'deliverable.download', category: 'export' },
})
