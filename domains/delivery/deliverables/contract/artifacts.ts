import { Type } from 'typebox'
import { bytes, operation, toThoseWho } from '../../../../platform/contract/index.ts'
import { fileHeaders } from '../../artifacts/contract.ts'

export const downloadDeliverableArtifact = operation({
  method: 'GET',
  path: '/v1/api/deliverables/{cycleId}/artifacts/{filename}',
  summary: 'Download a file of a published snapshot. The bytes match the snapshot’s hash',
  clientPortal: true,
  reach: 'transfer',
  access: { ...toThoseWho('view', 'deliverable', 'params.cycleId'), scope: 'read' },
  effect: 'outside',
  replay: false,
  query: Type.Object({
    revision: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2_147_483_647,
        description:
          'The number of the snapshot; by default the newest. For clients the newest, or a snapshot that they were asked to decide on.',
      }),
    ),
  }),
  replies: { 200: bytes('*/*', fileHeaders) },
  errors: {
    notKept: {
      status: 404,
      code: 'deliverable_artifact_not_kept',
      message: 'The content of this file is no longer stored; its hash is. Ask the agency for the file.',
    },
    differs: {
      status: 500,
      code: 'deliverable_artifact_differs',
      message: 'The stored file does not match the hash in the snapshot, so it is not served. Tell the operator.',
    },
  },
  audit: { action: 'deliverable.download', category: 'export' },
})
