import { Readable } from 'node:stream'
import { handle } from '../../../../platform/handler/index.ts'
import { aboutCycle, findCycle } from '../../cycles/index.ts'
import { getCycleBillOfMaterials } from '../contract.ts'
import { ensureBill } from '../ensure-bill.ts'
import type { BillParts } from '../make-bill.ts'
import { billWithSha256, findBill } from '../store.ts'

export default (parts: BillParts) =>
  handle(getCycleBillOfMaterials, async ({ params, workspace, signal, now, read, commit, absent, fail }) => {
    const cycle = (await read((tx) => findCycle(tx, params.id))) ?? absent()
    const { projectId, repositoryId, mergedSha: commitSha } = cycle
    if (cycle.status !== 'completed' || repositoryId === null || commitSha === null) return fail.notDelivered()
    const place = { repositoryId, commitSha }
    await ensureBill(parts, { projectId, ...place }, { workspace, signal, now })
    const { sha256, document } = await read(async (tx) => {
      const bill = await findBill(tx, place)
      const sha256 = bill?.sha256 ?? fail.notMade()
      return { sha256, document: (await billWithSha256(tx, projectId, sha256))! }
    })
    return commit(async ({ ok }) => ok(Readable.from([document]), aboutCycle(cycle, { commitSha, sha256 })))
  })
