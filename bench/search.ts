// What a search costs in a workspace of many rows, with a hundred projects, under row-level security as in production.
//   node bench/search.ts [rows] [rounds]
import { join } from 'node:path'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { hitsOf, wordsOf } from '../domains/delivery/search/store.ts'
import { rankedMost, storedKinds, wordsMost } from '../domains/delivery/search/rules.ts'
import { openDatabase, type Database } from '../platform/db/database.ts'
import { startEmbedded } from '../platform/db/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { migrations, startReaper, temporaryFolder } from '../testing/cluster.ts'
import { timed } from './measure.ts'

const [rows = 100_000, rounds = 100] = process.argv.slice(2).map(Number)
const [workspace, client] = [uuidv7(), uuidv7()]

// 40 words each of 5,000, of which a few are in most texts and most in few; one word is in a single text.
const text = `(select string_agg(substr(md5((5000 * power(random(), 3))::int::text), 1, 7), ' ') from generate_series(1, 40) where n > 0)`
const seed = [
  `insert into workspace (id, name) values ('${workspace}', 'Bench')`,
  `insert into project (id, workspace_id, name, created_at, created_by, updated_at)
   select gen_random_uuid(), '${workspace}', 'Project ' || n, now(), gen_random_uuid(), now() from generate_series(1, 100) n`,
  `create temporary table some_project as select id, row_number() over () - 1 as at from project`,
  `insert into cycle (id, workspace_id, project_id, title, description, status, status_changed_at, created_at, created_by, updated_at)
   select gen_random_uuid(), '${workspace}', p.id, left(${text}, 60), ${text}, 'draft', now(), now(), gen_random_uuid(), now()
   from generate_series(1, ${Math.round(rows / 10)}) n join some_project p on p.at = n % 100`,
  `create temporary table some_cycle as select id, project_id, row_number() over () - 1 as at from cycle`,
  `insert into task (id, workspace_id, project_id, cycle_id, number, title, description, status, status_changed_at, created_at, updated_at)
   select gen_random_uuid(), '${workspace}', c.project_id, c.id, n, left(${text}, 60), ${text}, 'queued', now(), now(), now()
   from generate_series(1, ${Math.round(rows * 0.4)}) n join some_cycle c on c.at = n % ${Math.round(rows / 10)}`,
  `insert into message (workspace_id, id, project_id, cycle_id, content, author_side, created_by, created_at)
   select '${workspace}', gen_random_uuid(), c.project_id, c.id, ${text}, 'agency', gen_random_uuid(), now()
   from generate_series(1, ${Math.round(rows * 0.5)}) n join some_cycle c on c.at = n % ${Math.round(rows / 10)}`,
  `update cycle set title = 'The onlyone there is' where id = (select id from some_cycle limit 1)`,
  // The person of the grants has no account.
  'set session_replication_role = replica',
  `insert into project_grant (workspace_id, project_id, user_id, source, level, created_at)
   select '${workspace}', id, '${client}', 'workspace', 'view', now() from some_project where at < 3`,
  'set session_replication_role = origin',
  'analyze',
]

const word = (rank: number) => `(select substr(md5('${rank}'), 1, 7) as word)`

const search = (database: Database, q: string, isClient: boolean) =>
  database.reading(workspace, async (tx) => {
    const [rarest, ...others] = await wordsOf(tx, q, rankedMost, wordsMost)
    const shown = { projectId: undefined, only: undefined, grantedTo: isClient ? client : undefined }
    const kinds = storedKinds(undefined, !isClient)
    return hitsOf(tx, { rarest: rarest!, others, kinds, ...shown, most: rankedMost, rows: 21 })
  })

const at = (sorted: readonly number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!

const folder = await temporaryFolder()
const reap = startReaper(folder)
const embedded = await startEmbedded({ folder: join(folder, 'postgres') })
try {
  await migrate({ url: embedded.url, folder: migrations })
  const owner = new pg.Client({ connectionString: embedded.url })
  owner.on('error', (error) => console.error(error.message))
  await owner.connect()
  for (const statement of seed) await owner.query(statement)
  const wordAt = async (rank: number) => (await owner.query<{ word: string }>(word(rank))).rows[0]!.word
  const [common, other, rare] = [await wordAt(0), await wordAt(1), await wordAt(4_500)]
  const { rows: sizes } = await owner.query<{ words: string; size: string }>(
    `select count(*)::text as words, pg_size_pretty(pg_total_relation_size('search_word')) as size from search_word`,
  )
  console.log(`${rows} rows, ${sizes[0]!.words} words, ${sizes[0]!.size} with their indexes`)
  const database = openDatabase({ url: embedded.url, connections: 4 })
  const asked = {
    'one text has it': 'onlyone',
    'a rare word': rare,
    'a common word': common,
    'two letters': common.slice(0, 2),
  }
  const both = {
    'two common words': `${common} ${other}`,
    'a common and a rare one': `${common} ${rare}`,
    'no such word': 'zzzz',
  }
  for (const [name, q] of Object.entries({ ...asked, ...both }))
    for (const isClient of [false, true]) {
      const took: number[] = []
      for (let round = 0; round < rounds; round += 1) took.push(await timed(() => search(database, q, isClient)))
      const sorted = took.toSorted((one, two) => one - two)
      const found = (await search(database, q, isClient)).length
      console.log(
        `${name}, ${isClient ? 'a client with 3 projects' : 'agency'}: p50 ${at(sorted, 0.5).toFixed(1)} ms, p99 ${at(sorted, 0.99).toFixed(1)} ms, ${found} rows`,
      )
    }
  await database.close()
  await owner.end()
} finally {
  await embedded.stop()
  await reap()
}
