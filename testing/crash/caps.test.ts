import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { applyCap, findBudget } from '../../domains/agents/spending/index.ts'
import { claimWarnings } from '../../domains/agents/spending/store-warnings.ts'
import { sweepCalls } from '../../domains/agents/spending/domain.ts'
import { testDatabase } from '../database.ts'
import { newIdentity } from '../model-provider/gateway.ts'
import { startModelProvider } from '../model-provider/provider.ts'
import { lengthOf } from '../soak.ts'
import { asOwner } from '../database-state.ts'
import type { CallIdentity } from '../models/call-identity.ts'

const { url, database } = await testDatabase()
const provider = await startModelProvider()
afterAll(() => provider.close())

const fitting = 100
const [kills, inKilled, calls] = lengthOf({ daily: [1, 60, 200], soak: [4, 20, 1_000] })
const script = join(import.meta.dirname, '..', 'model-provider', 'calling-process.ts')

/** With any usage in other answers, a call without usage costs the most that it can. */
const answers = (count: number) => provider.push(...Array.from({ length: count }, () => ({ text: 'Hi', usage: null })))

const calling = (from: string, identity: CallIdentity, count: number) => {
  const words = [script, url, provider.baseUrl, JSON.stringify(identity), String(count), from]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  return { child, exit: once(child, 'exit'), printed: text(child.stdout) }
}

const settleAbandoned = async ({ workspaceId }: CallIdentity) => {
  const old = `update model_call set expires_at = now() - interval '1 second' where workspace_id = $1 and status = 'open'`
  await asOwner({ databaseUrl: url }, old, [workspaceId])
  await sweepCalls(database)
}

test.each(['sandbox', 'network'])(
  `${calls} calls at once from the %s against a cap that fits ${fitting}, with kill -9 in between, cost it to the micro-dollar`,
  async (from) => {
    const sentBefore = provider.requests.length
    const identity = await newIdentity(database)
    const within = <T>(work: Parameters<typeof database.within<T>>[1]) => database.within(identity.workspaceId, work)
    const scope = { kind: 'workspace', id: identity.workspaceId } as const
    answers(1)
    const first = calling(from, identity, 1)
    expect([await first.exit, await first.printed]).toEqual([[0, null], '{"200":1}\n'])
    const worst = (await database.instance((tx) => findBudget(tx, scope))).spentMicros
    expect(worst).toBeGreaterThan(100)
    await within((tx) => applyCap(tx, scope, (fitting + 1) * worst))
    for (let killed = 1; killed <= kills; killed += 1) {
      answers(inKilled / 2)
      const { child, exit } = calling(from, identity, inKilled)
      while (provider.requests.length < sentBefore + 1 + killed * inKilled) await provider.nextRequest()
      child.kill('SIGKILL')
      await exit
      // For the calls of the dead process, which still wait at the provider.
      answers(inKilled / 2)
      await settleAbandoned(identity)
    }
    const left = fitting - kills * inKilled
    answers(left)
    const last = calling(from, identity, calls - kills * inKilled)
    expect([await last.exit, JSON.parse(await last.printed)]).toEqual([
      [0, null],
      { 200: left, 402: calls - kills * inKilled - left },
    ])
    expect(provider.requests).toHaveLength(sentBefore + 1 + fitting)
    expect(await database.instance((tx) => findBudget(tx, scope))).toMatchObject({
      spentMicros: (fitting + 1) * worst,
      reservedMicros: 0,
      warnedPercent: 100,
    })
    const [sum] = await asOwner(
      { databaseUrl: url },
      `select sum(cost_micros)::int8 as spent, count(*) filter (where status = 'open')::int as open from model_call where workspace_id = $1`,
      [identity.workspaceId],
    )
    expect([Number(sum!.spent), sum!.open]).toEqual([(fitting + 1) * worst, 0])
    expect((await within((tx) => claimWarnings(tx, 50))).map(({ level }) => level)).toEqual([50, 80, 100])
  },
)
