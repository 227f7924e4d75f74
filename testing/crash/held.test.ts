import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { findBudget, openGateway, openOffline, setCap } from '../../execution/models/index.ts'
import { testDatabase } from '../database.ts'
import { newIdentity } from '../model-provider/gateway.ts'
import { startModelProvider } from '../model-provider/provider.ts'
import { isSoak } from '../soak.ts'
import { asOwner } from '../state.ts'

const { url, database } = await testDatabase()
const provider = await startModelProvider()
afterAll(() => provider.close())

const [kills, atOnce] = isSoak ? [8, 1_000] : [1, 60]
const script = join(import.meta.dirname, '..', 'model-provider', 'calling-process.ts')
/** Each costs the most that it can. */
const answers = (count: number) => provider.push(...Array.from({ length: count }, () => ({ text: 'Hi', usage: null })))

test(
  'calls whose money was held ahead stay below the cap, with kill -9 in between, and each that was sent is paid for',
  { timeout: 120_000 },
  async () => {
    const identity = await newIdentity(database)
    const { workspaceId } = identity
    const scope = { kind: 'workspace', id: workspaceId } as const
    const budget = () => database.instance((tx) => findBudget(tx, scope))
    const start = (count: number) => {
      const words = [script, url, provider.baseUrl, JSON.stringify(identity), String(count), 'network']
      const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
      return { child, exit: once(child, 'exit'), printed: text(child.stdout) }
    }
    answers(3)
    const first = start(0)
    expect([await first.exit, await first.printed]).toEqual([[0, null], '{"200":3}\n'])
    const { spentMicros, reservedMicros } = await budget()
    expect(reservedMicros).toBe(0)
    const worst = spentMicros / 3
    const capMicros = (isSoak ? 203 : 43) * worst
    await database.within(workspaceId, (tx) => setCap(tx, scope, capMicros))
    for (let killed = 1; killed <= kills; killed += 1) {
      const since = provider.requests.length
      answers(5)
      const { child, exit } = start(6)
      while (provider.requests.length < since + 7) await provider.nextRequest()
      child.kill('SIGKILL')
      await exit
      // For the calls of the dead process, which still wait at the provider.
      answers(4)
      const old = `now() - interval '1 second' where workspace_id = $1`
      await asOwner({ databaseUrl: url }, `update model_call set expires_at = ${old} and status = 'open'`, [
        workspaceId,
      ])
      await asOwner({ databaseUrl: url }, `update model_hold set expires_at = ${old}`, [workspaceId])
      await openGateway({ database, provider: openOffline() }).sweep()
      const { spentMicros: spent, reservedMicros: left } = await budget()
      expect(left).toBe(0)
      expect(spent).toBeGreaterThanOrEqual(provider.requests.length * worst)
    }
    answers(isSoak ? 210 : 50)
    const last = start(atOnce)
    expect((await last.exit)[0]).toBe(0)
    const told = JSON.parse(await last.printed) as Record<string, number>
    expect(told[200]! + told[402]!).toBe(atOnce + 3)
    const ended = await budget()
    expect(ended).toMatchObject({ capMicros, reservedMicros: 0 })
    expect(ended.spentMicros).toBeLessThanOrEqual(capMicros)
    expect(ended.spentMicros).toBeGreaterThanOrEqual(provider.requests.length * worst)
    const [row] = await asOwner(
      { databaseUrl: url },
      `select sum(cost_micros)::int8 as spent, count(*) filter (where status = 'open')::int as open,
         (select count(*)::int from model_hold) as held from model_call where workspace_id = $1`,
      [workspaceId],
    )
    expect([Number(row!.spent), row!.open, row!.held]).toEqual([ended.spentMicros, 0, 0])
  },
)
