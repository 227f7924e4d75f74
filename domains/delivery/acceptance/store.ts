import { type AfterRowOfPerson, pagesOfPerson } from '../../../platform/db/page.ts'
import { statement } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { rowExpiry } from '../../../platform/retention/index.ts'
import { acceptanceTest, type AcceptanceTestRow } from './tables.ts'

const { columns } = acceptanceTest

const ofCycle = statement<{ cycleId: string }, AcceptanceTestRow>(
  'acceptance-test.of-cycle',
  `select ${columns} from acceptance_test where cycle_id = :cycleId order by path`,
)
export const acceptanceTestsOf = (tx: Transaction, cycleId: string) => ofCycle(tx, { cycleId })

const count = statement<{ cycleIds: readonly string[] }, { cycleId: string; files: number }>(
  'acceptance-test.count',
  `select cycle_id as "cycleId", count(*)::int as files from acceptance_test
   where cycle_id = any(:cycleIds) group by cycle_id`,
)
/** How many files of acceptance tests these cycles have; one without any is left out. */
export const countAcceptanceTests = async (tx: Transaction, cycleIds: readonly string[]) =>
  new Map((await count(tx, { cycleIds })).map(({ cycleId, files }) => [cycleId, files]))

/** Records that a person has the tests of a cycle added to the repository, by another cycle. */
export const markAcceptanceTestsKept = statement<{ cycleId: string; by: string }>(
  'acceptance-test.keep',
  'update acceptance_test set kept_by_cycle_id = :by where cycle_id = :cycleId',
)

const keptBy = statement<{ cycleId: string }, AcceptanceTestRow>(
  'acceptance-test.kept-by',
  `select ${columns} from acceptance_test where kept_by_cycle_id = :cycleId order by path`,
)
/** The tests of another cycle that the given cycle adds to the repository. */
export const acceptanceTestsKeptBy = (tx: Transaction, cycleId: string) => keptBy(tx, { cycleId })

const clear = statement<{ cycleId: string; paths: readonly string[] }>(
  'acceptance-test.clear',
  'delete from acceptance_test where cycle_id = :cycleId and path <> all(:paths)',
)
type NewTest = Omit<AcceptanceTestRow, 'createdAt'> & { readonly now: Date }
const put = statement<NewTest, AcceptanceTestRow>(
  'acceptance-test.put',
  insertInto(
    acceptanceTest,
    ['id', 'projectId', 'cycleId', 'path', 'content', 'createdBy'],
    { workspaceId: ':workspace', createdAt: ':now' },
    // A test that is added again unchanged keeps its person.
    `on conflict (cycle_id, path) do update set content = excluded.content, created_by = excluded.created_by,
       created_at = excluded.created_at
     where acceptance_test.content <> excluded.content
     returning ${columns}`,
  ),
)
export const replaceAcceptanceTests = async (tx: Transaction, cycleId: string, files: readonly NewTest[]) => {
  await clear(tx, { cycleId, paths: files.map(({ path }) => path) })
  for (const file of files) await put(tx, file)
}

export const removeAcceptanceTests = statement<{ projectId: string }>(
  'acceptance-test.purge',
  'delete from acceptance_test where project_id = :projectId',
)

const ofPerson = statement<AfterRowOfPerson, Omit<AcceptanceTestRow, 'createdBy'>>(
  'acceptance-test.of-person',
  `select id, project_id as "projectId", cycle_id as "cycleId", path, content, created_at as "createdAt"
   from acceptance_test where created_by = :userId and (:at::timestamptz is null or (created_at, id) > (:at, :id))
   order by created_at, id limit :rows`,
)
/** A person's acceptance tests, oldest first, after the last row of the page before. */
export const acceptanceTestsOfPerson = pagesOfPerson(ofPerson, 'createdAt')

export const acceptanceTestExpiry = rowExpiry('acceptanceTests', acceptanceTest, 'created_at')
