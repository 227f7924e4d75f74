import { Readable } from 'node:stream'
import { handle } from '../../../platform/handler/index.ts'
import { aboutDeliverable, findShown } from '../../delivery/deliverables/index.ts'
import { findBillingSources, packOf } from '../evidence/index.ts'
import { aboutInvoice, findInvoice, linesOf } from '../invoices/index.ts'
import { buildProof, type ProofParts } from './build-proof.ts'
import * as contract from './contract.ts'

const getClientInvoiceProof = (parts: ProofParts) =>
  handle(contract.getClientInvoiceProof, async ({ params, workspace, now, read, commit, absent, fail }) => {
    const { row, pack, ids } = await read(async (tx) => {
      const row = (await findInvoice(tx, { id: params.id })) ?? absent()
      if (row.issuedAt === null) return absent()
      const lines = await linesOf(tx, { invoiceId: row.id })
      const { billables, decisions, cycles, tasks } = await findBillingSources(tx, lines)
      const cycleIds = [...decisions.values(), ...tasks.values()].map(({ cycleId }) => cycleId)
      const ids = [row.id, ...billables.keys(), ...decisions.keys(), ...cycles.keys(), ...cycleIds]
      return { row, pack: await packOf(tx, row), ids: [...new Set(ids)] }
    })
    const subject = { name: 'evidence', sha256: pack.sha256 } as const
    const built = await buildProof(parts, { workspace, ids, now, subject, evidence: pack })
    if (typeof built === 'string') return fail[built]()
    return commit(async ({ ok }) =>
      ok(Readable.from([built.bundle]), aboutInvoice(row, { evidenceSha256: pack.sha256 })),
    )
  })

const getDeliverableProof = (parts: ProofParts) =>
  handle(contract.getDeliverableProof, async ({ params, caller, workspace, now, read, commit, absent, fail }) => {
    const row = (await read((tx) => findShown(tx, params.cycleId, caller))) ?? absent()
    if (row.revisionHash === null || row.content === null) return absent()
    const { commitSha } = JSON.parse(row.content) as { readonly commitSha: string | null }
    const subject = { name: 'snapshot', sha256: row.revisionHash, gitCommit: commitSha ?? undefined } as const
    const ids = [row.id, row.cycleId]
    const built = await buildProof(parts, { workspace, ids, now, subject, evidence: null })
    if (typeof built === 'string') return fail[built]()
    return commit(async ({ ok }) =>
      ok(Readable.from([built.bundle]), aboutDeliverable(row, { revisionHash: row.revisionHash })),
    )
  })

export default (parts: ProofParts) => ({
  getClientInvoiceProof: getClientInvoiceProof(parts),
  getDeliverableProof: getDeliverableProof(parts),
})
