// The cost of the audit log: its share of a mutation over HTTP, verifying a chain ÷ hashing it, and a page of a long
// log ÷ one of a short log. Each against its floor, in turn, in this process, on one database.
//   node bench/audit.ts [rows] [mutations] [turns]
import { join } from 'node:path'
import { pino } from 'pino'
import { request } from 'undici'
import { v7 as uuidv7 } from 'uuid'
import { createProject } from '../domains/code/projects/handlers.ts'
import { entryPage, projectEntryPage } from '../domains/record/audit/store.ts'
import { newest } from '../domains/record/audit/rules.ts'
import { openCredentials, sessionCookies } from '../platform/access/index.ts'
import { chainHash, detailsHash, emptyHead, openCheckpoints } from '../platform/audit/index.ts'
import type { StoredRow } from '../platform/audit/row.ts'
import type { Handler } from '../platform/handler/index.ts'
import { openDatabase, type Database } from '../platform/db/database.ts'
import { startEmbedded } from '../platform/db/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { buildServer } from '../platform/http/index.ts'
import { newSigner } from '../testing/audit/made-chain.ts'
import { migrations, startReaper, temporaryFolder } from '../testing/cluster.ts'
import { scene } from '../testing/scene.ts'
import { asOwner } from '../testing/database-state.ts'

const [length = 100_000, mutations = 2_000, turns = 5] = process.argv.slice(2).map(Number)
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const quiet = pino({ level: 'silent' })

/** The handlers of creating a project: with its row and event, with its row alone, and with neither. */
const variants = (): readonly Handler[] => {
  const real: Handler = createProject({ beginProject: async () => undefined, faultsOfProject: async () => [] })
  const { event: _event, ...row } = real.operation.audit as {
    action: `${string}.${string}`
    category: 'create'
    event: string
  }
  const audits = { both: { ...row, event: 'project.created' }, row, none: { none: 'the floor' } } as const
  return Object.entries(audits).map(([name, audit]) => ({
    ...real,
    operation: { ...real.operation, id: name, path: `/v1/api/bench/${name}`, audit } as Handler['operation'],
  }))
}

/**
 * One caller at a time, which asks each variant in turn: other load of the machine meets all three alike. Callers at
 * once would wait for one another's commits with a row and without.
 */
const benchMutations = async (database: Database) => {
  const credentials = openCredentials(database, { cookies: sessionCookies([], false) })
  const parts = {
    database,
    credentials,
    resources: {},
    handlers: variants(),
    logger: quiet,
    notReady: async () => undefined,
    storageAnswers: async () => true,
  }
  const server = buildServer(parts)
  const baseUrl = await server.listen({ host: '127.0.0.1', port: 0 })
  const { owner } = await scene({ baseUrl, database })
  const headers = { 'x-api-key': owner.key!, 'content-type': 'application/json' }
  const create = async (name: string, nth: number) => {
    const body = JSON.stringify({ name: `${name} ${nth}` })
    const reply = await request(`${baseUrl}/v1/api/bench/${name}`, { method: 'POST', headers, body })
    await reply.body.dump()
    if (reply.statusCode !== 201) throw new Error(`${name} answered ${reply.statusCode}`)
  }
  const times: Record<string, number[]> = { none: [], row: [], both: [] }
  const names = Object.keys(times)
  for (let nth = 0; nth < mutations + 200; nth += 1) {
    for (const name of [...names.slice(nth % 3), ...names.slice(0, nth % 3)]) {
      const ms = await msOf(() => create(name, nth))
      if (nth >= 200) times[name]!.push(ms)
    }
  }
  const [none, row, both] = names.map((name) => median(times[name]!)) as [number, number, number]
  console.log(
    `creating a project: ${none.toFixed(2)} ms; its row adds ${percent(row / none)} (target 15 %), ` +
      `row and event ${percent(both / none)}`,
  )
  await server.close()
  await credentials.close()
}
const percent = (ratio: number) => `${(100 * (ratio - 1)).toFixed(0)} %`

/** Rows as the server writes them, without writing them one by one. */
const chainOf = (workspaceId: string, projectId: string, count: number): StoredRow[] => {
  let hash: Buffer = emptyHead
  return Array.from({ length: count }, (_none, at) => {
    const salt = Buffer.alloc(16, at)
    const details = {
      userId: uuidv7(),
      projectId: at % 100 ? uuidv7() : projectId,
      changed: ['name', 'stack'],
      before: `Name ${at}`,
    }
    const row = {
      workspaceId,
      position: at + 1,
      id: uuidv7(),
      occurredAt: new Date(1_700_000_000_000 + at * 10).toISOString(),
      actorType: 'api_key',
      actorId: uuidv7(),
      action: at % 500 ? 'project.update' : 'task.merge',
      category: 'update',
      resourceType: 'project',
      resourceId: uuidv7(),
      parentType: null,
      parentId: null,
      outcome: 'success',
      severity: 'info',
      source: 'api',
      requestId: uuidv7(),
      traceId: 'ab'.repeat(16),
      detailsHash: detailsHash(salt, details).toString('hex'),
    } as StoredRow['row']
    return { row, hash: (hash = chainHash(hash, row)), salt, details, erasedAt: null }
  })
}

const store = async (databaseUrl: string, rows: readonly StoredRow[]) => {
  const at = { databaseUrl }
  for (let from = 0; from < rows.length; from += 5_000) {
    const some = rows.slice(from, from + 5_000).map(({ row, hash, salt, details }) => ({
      ...row,
      hash: hash.toString('hex'),
      salt: salt!.toString('hex'),
      details,
    }))
    await asOwner(at, insertText, [JSON.stringify(some)])
  }
  const { row, hash } = rows.at(-1)!
  await asOwner(at, 'update ledger set audit_position = $2, audit_hash = $3 where workspace_id = $1', [
    row.workspaceId,
    row.position,
    hash,
  ])
}
const insertText = `
  insert into audit_row (workspace_id, position, id, occurred_at, actor_type, actor_id, action, category,
    resource_type, resource_id, outcome, severity, source, request_id, trace_id, details_hash, hash, salt, details, project_id)
  select "workspaceId", position, id, "occurredAt", "actorType", "actorId", action, category, "resourceType",
    "resourceId", outcome, severity, source, "requestId", "traceId", decode("detailsHash", 'hex'), decode(hash, 'hex'),
    decode(salt, 'hex'), details, details ->> 'projectId'
  from jsonb_to_recordset($1) as g("workspaceId" uuid, position bigint, id uuid,
    "occurredAt" timestamptz, "actorType" audit_actor, "actorId" text, action text, category audit_category,
    "resourceType" text,
    "resourceId" text, outcome audit_outcome, severity audit_severity, source audit_source, "requestId" text, "traceId" text, "detailsHash" text,
    hash text, salt text, details jsonb)`

const msOf = async (work: () => unknown) => {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const hashAll = (rows: readonly StoredRow[]) => {
  let hash: Buffer = emptyHead
  for (const { row, salt, details } of rows) {
    hash = chainHash(hash, row)
    if (detailsHash(salt!, details!).toString('hex') !== row.detailsHash) throw new Error('The details differ')
  }
  if (!hash.equals(rows.at(-1)!.hash)) throw new Error('The head differs')
}

const benchVerifying = async (database: Database, workspace: string, rows: readonly StoredRow[]) => {
  const signer = newSigner()
  const checkpoints = openCheckpoints(database, { signer, publicKeys: [signer.publicKey] }, quiet)
  const ratios: number[] = []
  for (let turn = 0; turn <= turns; turn += 1) {
    const hashing = await msOf(() => hashAll(rows))
    const verifying = await msOf(async () => {
      const { ok, rows: walked } = await checkpoints.verify(workspace, (work) => database.reading(workspace, work))
      if (!ok || walked !== rows.length) throw new Error('The chain does not hold')
    })
    if (turn > 0) ratios.push(verifying / hashing)
    console.log(`turn ${turn}: hashing ${Math.round(hashing)} ms, verifying ${Math.round(verifying)} ms`)
  }
  console.log(`verifying ${rows.length} rows takes ${median(ratios).toFixed(2)} × hashing them (target 2.5)`)
}

interface Log {
  readonly workspace: string
  readonly projectId: string
}

const benchPages = async (database: Database, long: Log, short: Log) => {
  const deep = (count: number) => ({
    at: new Date(1_700_000_000_000 + count * 5).toISOString(),
    position: Number.MAX_SAFE_INTEGER,
  })
  const pages = {
    newest: ({ workspace }: Log) => database.reading(workspace, (tx) => entryPage(tx, {}, newest, 51)),
    'from the middle': ({ workspace }: Log) =>
      database.reading(workspace, (tx) => entryPage(tx, {}, deep(workspace === long.workspace ? length : 1_000), 51)),
    'of one action': ({ workspace }: Log) =>
      database.reading(workspace, (tx) => entryPage(tx, { action: 'project.update' }, newest, 51)),
    'of a project': ({ workspace, projectId }: Log) =>
      database.reading(workspace, (tx) => projectEntryPage(tx, projectId, {}, newest, 51)),
  }
  for (const [name, page] of Object.entries(pages)) {
    const ms = async (log: Log) => {
      const times: number[] = []
      for (let at = 0; at < 300; at += 1) times.push(await msOf(() => page(log)))
      return median(times)
    }
    await ms(long)
    const far = await ms(long)
    const near = await ms(short)
    console.log(
      `a page ${name}: ${far.toFixed(2)} ms of ${length} rows, ${near.toFixed(2)} ms of 1000, ${(far / near).toFixed(2)} × (target 1.5)`,
    )
  }
}

const bench = async () => {
  // The database as it is served with: durable, since that is what a mutation waits for.
  const folder = await temporaryFolder()
  const reap = startReaper(folder)
  const cluster = await startEmbedded({ folder: join(folder, 'postgres') })
  await migrate({ url: cluster.url, folder: migrations })
  const database = openDatabase({ url: cluster.url, connections: 16 })
  try {
    const logOf = async (count: number) => {
      const { workspace } = await scene({ baseUrl: 'http://127.0.0.1', database })
      const projectId = uuidv7()
      const rows = chainOf(workspace, projectId, count)
      await store(cluster.url, rows)
      return { workspace, projectId, rows }
    }
    const long = await logOf(length)
    const short = await logOf(1_000)
    await asOwner({ databaseUrl: cluster.url }, 'vacuum analyze audit_row')
    await benchMutations(database)
    await benchVerifying(database, long.workspace, long.rows)
    await benchPages(database, long, short)
  } finally {
    await database.close()
    await cluster.stop()
    await reap()
  }
}

await bench()
