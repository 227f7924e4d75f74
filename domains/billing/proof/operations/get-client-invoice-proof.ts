import { Readable } from 'node:stream'
import { handle } from '../../../../platform/handler/index.ts'
import { findBillingSources, packOf } from '../../evidence/index.ts'
import { aboutInvoice, findInvoice, linesOf } from '../../invoices/index.ts'
import { buildProof, type ProofParts } from '../build-proof.ts'
import { getClientInvoiceProof } from '../contract.ts'

export default (parts: ProofParts) =>
  handle(getClientInvoiceProof, async ({ params, workspace, now, read, commit, absent, fail }) => {
    const { row, pack, ids } = await read(async (tx) => {
      const row = (await findInvoice(tx, params.id)) ?? absent()
      if (row.issuedAt === null) return absent()
      const { billables, decisions, cycles, tasks } = await findBillingSources(tx, await linesOf(tx, row.id))
      const cycleIds = [...decisions.values(), ...tasks.values()].map(({ cycleId }) => cycleId)
      const ids = [row.id, ...billables.keys(), ...decisions.keys(), ...cycles.keys(), ...cycleIds]
      return { row, pack: await packOf(tx, row), ids: [...new Set(ids)] }
    })
    const subject = { name: 'evidence', sha256: pack.sha256 } as const
    const built = await buildProof(parts, { workspace, ids, now, subject, evidence: pack })
    if (built === 'tooLarge') return fail.tooLarge()
    if (built === 'broken') return fail.broken()
    return commit(async ({ ok }) =>
      ok(Readable.from([built.bundle]), aboutInvoice(row, { evidenceSha256: pack.sha256 })),
    )
  })
