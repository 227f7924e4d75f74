// Sends many calls at once through a gateway of its own: node calling-process.ts <database> <provider> <identity> <calls>,
// or with `network` as calls of a key. Prints how many were answered with which status.
import { setTimeout as pause } from 'node:timers/promises'
import { openGateway } from '../../execution/models/index.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { fakeEndpoint, servePaidCalls, serveRoute } from './gateway.ts'
import type { CallIdentity } from '../models/call-identity.ts'

const [url = '', baseUrl = '', identity = '', calls = '0', from = 'sandbox'] = process.argv.slice(2)
const database = openDatabase({ url, connections: 10 })
const retries = { attempts: 1, backoffMs: 1, retryAfterMaxMs: 1 }
const gateway = openGateway({ provider: fakeEndpoint(baseUrl), retries, callsAtOnce: Number(calls) })
const payer = JSON.parse(identity) as CallIdentity
const route = await (from === 'network'
  ? servePaidCalls(database, gateway, payer.workspaceId)
  : serveRoute(database, gateway, payer))

const call = async (at: number): Promise<number> => {
  // Each of the same length, so that the most that it can cost is the same.
  const content = `Call ${String(at).padStart(6, '0')} of process ${String(process.pid).padStart(10, '0')}`
  const response = await route.post({ model: 'fake-large', max_tokens: 100, messages: [{ role: 'user', content }] })
  await response.text()
  // The gateway's own database had too much to do.
  if (response.status === 503) {
    await pause(Number(response.headers.get('retry-after')) * 1_000)
    return call(at)
  }
  return response.status
}
const statuses = await Promise.all(Array.from({ length: Number(calls) }, (_, at) => call(at)))
const counted = Object.fromEntries(
  [...Map.groupBy(statuses, (status) => status)].map(([status, all]) => [status, all.length]),
)
process.stdout.write(`${JSON.stringify(counted)}\n`)
await route.close()
await gateway.close()
await database.close()
