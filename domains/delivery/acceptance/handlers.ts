import { v7 as uuidv7 } from 'uuid'
import { handle } from '../../../platform/handler/index.ts'
import { isPlainPath } from '../../../execution/probes/index.ts'
import { withScanner } from '../../../execution/repositories/index.ts'
import { isTestPath } from '../../../packages/verdict/index.ts'
import { findCycle, aboutCycle, lockCycle } from '../cycles/index.ts'
import type { ExaminationFile } from '../tasks/contract/verdict.ts'
import * as contract from './contract.ts'
import { presentAcceptanceTests, areFrozen } from './present.ts'
import { acceptanceLimits } from './rules.ts'
import { replaceAcceptanceTests } from './store.ts'

const listCycleAcceptanceTests = handle(contract.listCycleAcceptanceTests, async ({ tx, params, absent, ok }) =>
  ok(await presentAcceptanceTests(tx, (await findCycle(tx, params.id)) ?? absent())),
)

const scanMs = 20_000

const setCycleAcceptanceTests = handle(
  contract.setCycleAcceptanceTests,
  async ({ params, body: { files }, caller, signal, commit, absent, fail }) => {
    const fault = faultOfFiles(files)
    if (fault) return fail[fault]()
    if (await hasSecret(files, signal)) return fail.hasSecret()
    return commit(async ({ tx, now, ok }) => {
      // Held until the end: a run that begins now finds these files or the earlier ones.
      const cycle = (await lockCycle(tx, params.id)) ?? absent()
      if (await areFrozen(tx, cycle)) return fail.frozen()
      const of = { projectId: cycle.projectId, cycleId: cycle.id, createdBy: caller.userId, now }
      const given = files.map(({ path, content }) => ({ ...of, id: uuidv7(), path, content }))
      await replaceAcceptanceTests(tx, cycle.id, given)
      return ok(await presentAcceptanceTests(tx, cycle), aboutCycle(cycle, { files: files.length }))
    })
  },
)

const hasSecret = (files: readonly ExaminationFile[], signal: AbortSignal) =>
  withScanner({ timeoutMs: scanMs, signal }, async (scanner) => {
    const named = files.map(({ path, content }) => ({ name: path.slice(path.lastIndexOf('/') + 1), content }))
    return (await scanner.scan(named)).some((secrets) => secrets.length > 0)
  })

export default () => ({ listCycleAcceptanceTests, setCycleAcceptanceTests })

/** Why files cannot be acceptance tests; undefined if they can. */
export const faultOfFiles = (files: readonly ExaminationFile[]): 'notTest' | 'tooLarge' | undefined => {
  const paths = files.map(({ path }) => path.toLowerCase())
  const areTests = files.every(({ path }) => isTestPath(path) && isPlainPath(path) && !path.includes('//'))
  if (!areTests || new Set(paths).size < paths.length) return 'notTest'
  const bytes = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
  return bytes > acceptanceLimits.bytes ? 'tooLarge' : undefined
}
