import { atelier } from '../../program/command.ts'
import { audit } from '../../../../domains/record/audit/contract.ts'
import { download } from '../../files/download.ts'
import type { Session } from '../../session.ts'

/** `atelier audit export [--out file]`: writes audit rows to a file, whole or not at all. */
export const auditExport = async (session: Session, { out }: { readonly out?: string }): Promise<void> => {
  const { output } = session
  session.ifInterrupted('Stopped; the export was not written. The audit log says that it was begun.')
  const client = await session.client()
  const body = await client.open(audit.exportAuditLog)
  const written = await download(session, client.url, body, out)
  if (written) output.print(`Next: ${atelier} audit verify ${out} --key <the key you kept>`)
}
