import { Readable } from 'node:stream'
import { isAgency } from '../../../../platform/access/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { findBillingSources, packOf } from '../../evidence/index.ts'
import { aboutInvoice, findInvoiceFor, linesOf } from '../../invoices/index.ts'
import { findInvoiceForSeat } from '../../portal-invoices/index.ts'
import { buildProof, type ProofParts } from '../build-proof.ts'
import { getClientInvoiceProof } from '../contract.ts'

export default (parts: ProofParts) =>
  handle(getClientInvoiceProof, async ({ params, caller, workspace, now, read, commit, fail }) => {
    const { row, pack, ids } = await read(async (tx) => {
      const find = isAgency(caller.role) ? findInvoiceFor : findInvoiceForSeat
      const row = (await find(tx, params.id, caller)) ?? fail.hidden()
      if (row.issuedAt === null) return fail.hidden()
      const lines = await linesOf(tx, row.id)
      const behind = await findBillingSources(tx, lines)
      const { billables, decisions, cycles, tasks } = behind
      const ids = [row.id, ...[billables, decisions, cycles].flatMap((one) => [...one.keys()])]
      const cycleIds = [...[...decisions.values()], ...[...tasks.values()]].map(({ cycleId }) => cycleId)
      return { row, pack: await packOf(tx, row), ids: [...new Set([...ids, ...cycleIds])] }
    })
    const subject = { name: 'evidence', sha256: pack.sha256 } as const
    const built = await buildProof(parts, { workspace, ids, now, subject, evidence: pack })
    if (built === 'tooLarge') return fail.tooLarge()
    if (built === 'broken') return fail.broken()
    return commit(async ({ ok }) => ok(Readable.from([built]), aboutInvoice(row, { evidenceSha256: pack.sha256 })))
  })
