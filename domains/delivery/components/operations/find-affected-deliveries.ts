import { createHash } from 'node:crypto'
import { judgeInThread, normalName, osvInThread, type OsvRecord } from '../../../../execution/components/index.ts'
import { handle } from '../../../../platform/handler/index.ts'
import { seenBy } from '../../../code/projects/index.ts'
import { affectedLimits, findAffectedDeliveries } from '../contract.ts'
import { presentAffected } from '../present-affected.ts'
import { versionsNamed } from '../store.ts'

export default handle(findAffectedDeliveries, async ({ body, caller, workspace, signal, now, read, commit, fail }) => {
  const { osv, purlType, name, versions, events } = body
  if ((osv === undefined) === (purlType === undefined || name === undefined)) return fail.notAsked()
  const options = { key: workspace, signal }
  let record: OsvRecord
  if (osv === undefined) {
    // Without a word about versions, all of them are meant.
    const ranges = events ?? (versions ? [] : [{ introduced: '0' }])
    const asked = { type: purlType!, name: normalName(purlType!, name!), versions: versions ?? [] }
    record = {
      id: body.vulnerability ?? '',
      withdrawnMs: null,
      packages: [{ ...asked, ranges: ranges.length > 0 ? [ranges] : [] }],
      left: [],
    }
  } else {
    const { value } = await osvInThread({ text: JSON.stringify(osv) }, options)
    record = value ?? fail.noRecord()
  }
  const seen = seenBy(caller)
  const found = await read((tx) => versionsNamed(tx, record.packages, seen, affectedLimits.versions + 1))
  const { value: judged } = await judgeInThread({ packages: record.packages, found }, options)
  return commit(async ({ tx, ok }) => {
    const answer = await presentAffected(tx, {
      record,
      // Where the comparison itself took too long, nothing is known of any of them.
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
