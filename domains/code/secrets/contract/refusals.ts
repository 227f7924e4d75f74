import { toAgencyWho } from '../../../../platform/contract/index.ts'

export const noVault = {
  status: 503,
  code: 'secrets_encryption_unavailable',
  message:
    'Secrets cannot be stored: SECRETS_ENCRYPTION_KEY is not set. The operator has to set it; trying again does not help.',
} as const

export const toManagers = toAgencyWho('manage', 'project', 'params.projectId')
