import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../platform/handler/index.ts'
import { judgeInThread, normalName, osvInThread, type OsvRecord } from '../../../execution/components/index.ts'
import { seenBy } from '../../code/projects/index.ts'
import { aboutCycle, findCycle } from '../cycles/index.ts'
import * as contract from './contract.ts'
import { ensureBill, type BillParts } from './make-bill.ts'
import { presentAffected } from './present-affected.ts'
import { insertNotice, versionsNamed, billWithSha256, findBill } from './store.ts'

const findAffectedDeliveries = handle(contract.findAffectedDeliveries, async (context) => {
  const { body, caller, workspace, signal, now, read, commit, fail } = context
  const { osv, purlType, name, versions, events } = body
  if ((osv === undefined) === (purlType === undefined || name === undefined)) return fail.notAsked()
  const options = { key: workspace, signal }
  let record: OsvRecord
  if (osv === undefined) {
    // Without a word about versions, all of them are meant.
    const ranges = events ?? (versions ? [] : [{ introduced: '0' }])
    const wanted = { type: purlType!, name: normalName(purlType!, name!), versions: versions ?? [] }
    const packages = [{ ...wanted, ranges: ranges.length > 0 ? [ranges] : [] }]
    record = { id: body.vulnerability ?? '', withdrawnMs: null, packages, left: [] }
  } else {
    const { value } = await osvInThread({ text: JSON.stringify(osv) }, options)
    record = value ?? fail.noRecord()
  }
  const seen = seenBy(caller)
  const found = await read((tx) => versionsNamed(tx, record.packages, seen, contract.affectedLimits.versions + 1))
  const { value: judged } = await judgeInThread({ packages: record.packages, found }, options)
  return commit(async ({ tx, ok }) => {
    const answer = await presentAffected(tx, {
      record,
      // If the comparison took too long, no version is judged.
      found: found.map((one, at) => ({ ...one, judgement: judged?.[at] ?? 'unknown' })),
      seen,
      now,
    })
    const about = record.packages.map((one) => `${one.type} ${one.name}`).join('\n')
    const id = createHash('sha256').update(`${record.id}\n${about}`).digest('hex').slice(0, 32)
    const deliveries = answer.clients.reduce((sum, client) => sum + client.deliveries.length, 0)
    const metadata = { vulnerability: answer.vulnerability, deliveries, unknown: answer.unknown.length }
    return ok(answer, { resource: ['vulnerability', record.id || id], metadata })
  })
})

const getCycleBillOfMaterials = (parts: BillParts) =>
  handle(contract.getCycleBillOfMaterials, async ({ params, workspace, signal, now, read, commit, absent, fail }) => {
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

const recordVulnerabilityNotice = handle(contract.recordVulnerabilityNotice, async (context) => {
  const { tx, params, body, caller, now, fail, created } = context
  const { vulnerability, note } = body
  const clientAccountId = params.id
  const toldAt = body.toldAt === undefined ? now : new Date(body.toldAt)
  if (toldAt > now) return fail.later()
  const createdBy = caller.userId
  const notice = { id: uuidv7(), clientAccountId, vulnerability, note, toldAt, createdBy, createdAt: now }
  return created(await insertNotice(tx, notice), {
    resource: ['vulnerability_notice', notice.id],
    parent: ['client_account', clientAccountId],
    metadata: { clientAccountId, vulnerability, toldAt: toldAt.toISOString() },
  })
})

export default (parts: BillParts) => ({
  getCycleBillOfMaterials: getCycleBillOfMaterials(parts),
  findAffectedDeliveries,
  recordVulnerabilityNotice,
})
