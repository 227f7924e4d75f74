import { audit } from '../../../../domains/record/audit/contract.ts'
import { absent } from '../../failure.ts'
import type { Session } from '../../session.ts'

/** `atelier audit checkpoint`: prints a signed head of the audit chain; its key goes to standard error. */
export const auditCheckpoint = async ({ client, output }: Session): Promise<void> => {
  const api = await client()
  const { origin, publicKeys, checkpoints } = await api.call(audit.listAuditCheckpoints, { query: { limit: 1 } })
  const newest = checkpoints[0]
  if (!newest)
    throw absent('no_checkpoint', 'Nothing is signed yet: heads are signed within five minutes. Run this again then.')
  output.say(`Key: ${publicKeys.join('\nFormer key: ')}`)
  output.show({ origin, publicKeys, checkpoint: newest }, newest.note)
}
