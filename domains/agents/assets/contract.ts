import { Type } from 'typebox'
import { bytes, contract, operation, resourceWithoutClients, to } from '../../../platform/contract/index.ts'
import {
  described,
  exampleText,
  lineText,
  maybe,
  namedObject,
  Sha256,
  Time,
} from '../../../platform/contract/schema.ts'
import { uploadErrors } from '../../code/uploads/contract.ts'
import { assetsFull } from './contract/refusals.ts'
import { assetLimits, uploadTypes } from './rules.ts'

declare module '../../../platform/contract/access.ts' {
  interface Kinds {
    ai_asset: 'workspace'
  }
}

const key = Type.String({
  format: 'uuid',
  description:
    'Names the file in operations of the AI capabilities. Equal bytes of the same media type have one key in a workspace.',
  examples: ['019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'],
})

const AiAsset = namedObject('AiAsset', {
  key,
  fileName: maybe(exampleText('The name that was given with the file; null without one.', 'brief.pdf')),
  mediaType: exampleText('Its media type, as declared.', 'application/pdf'),
  sizeBytes: Type.Integer({ minimum: 0 }),
  sha256: Sha256,
  createdAt: Time,
})

export const SignedArtifactUrl = namedObject('SignedArtifactUrl', {
  url: exampleText(
    'Serves the file. Where the deployment can sign, anyone who has the URL can read the file, without a key; else it is an operation of this API that needs a key.',
    'https://atelier.example.com/v1/api/artifacts/AZNYol…',
  ),
  expiresAt: maybe(described(Time, 'When the URL stops working; null for a URL that needs a key.')),
})

// People and models make these files: a browser saves any of them and runs nothing of it on this origin.
const assetHeaders = {
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'private, no-store',
}

export const uploadAiAsset = operation({
  method: 'POST',
  path: '/v1/api/ai/assets',
  summary: 'Upload a file for the AI capabilities. Equal bytes of the same media type have the same key',
  reach: 'transfer',
  access: to('agency'),
  query: Type.Object(
    { fileName: Type.Optional(lineText(255, { description: 'The name of the file.', examples: ['brief.pdf'] })) },
    { additionalProperties: false },
  ),
  body: { ...bytes('application/octet-stream'), also: uploadTypes },
  bodyLimit: assetLimits.fileBytes,
  replay: false,
  effect: 'outside',
  replies: { 201: AiAsset },
  errors: {
    differs: {
      status: 415,
      code: 'ai_asset_type_differs',
      message: 'The bytes are not of the declared media type. Send the file with its own type.',
    },
    full: assetsFull,
    diskFull: uploadErrors.diskFull,
  },
  audit: { action: 'ai_asset.upload', category: 'create' },
})

export const getAiAsset = operation({
  method: 'GET',
  path: '/v1/api/ai/assets/{key}',
  summary: 'Get the URL of a stored file, or with `download=1` its bytes if no URL can be signed',
  reach: 'transfer',
  access: to('agency', resourceWithoutClients('ai_asset', 'params.key')),
  query: Type.Object({
    download: Type.Optional(
      exampleText('`1` asks for the bytes, if no URL can be signed. Any other value is answered with JSON.', '0'),
    ),
  }),
  effect: 'outside',
  replies: { 200: { ...bytes('*/*', assetHeaders), isRanged: true, orJson: SignedArtifactUrl } },
  errors: {
    unavailable: {
      status: 500,
      code: 'ai_asset_unavailable',
      message: 'The file could not be prepared for the download. Nothing was changed. Try again.',
    },
  },
  audit: { refusals: 'ai_asset.get' },
})

export const assets = contract({ uploadAiAsset, getAiAsset })
