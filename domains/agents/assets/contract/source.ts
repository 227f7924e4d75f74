import { Type, type Static } from 'typebox'
import { text } from '../../../../platform/contract/schema.ts'

const Address = Type.Object(
  {
    url: text(1, 2_048, {
      description: 'An address of the public internet that the server fetches.',
      examples: ['https://example.com/brief.pdf'],
    }),
  },
  { additionalProperties: false },
)
const Artifact = Type.Object(
  {
    key: text(1, 200, {
      description: 'The key of a file in this workspace, from the answer of an upload.',
      examples: ['019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11'],
    }),
  },
  { additionalProperties: false },
)

/** Where the input of an AI capability comes from: an address, or a stored file of the workspace. */
export const AiSource = Type.Union([Artifact, Address])
export type AiSource = Static<typeof AiSource>
