import { table } from '../../../platform/db/table.ts'

export const programToken = table('program_token', {
  tokenHash: 'bytea',
  workspaceId: 'uuid',
  apiKeyId: 'uuid',
  kind: 'text',
  redirectUri: 'text?',
  challenge: 'text?',
  createdAt: 'timestamptz',
  expiresAt: 'timestamptz',
  usedAt: 'timestamptz?',
})
