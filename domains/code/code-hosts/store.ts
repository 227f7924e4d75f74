import { validate } from 'uuid'
import { statement, type NoValues } from '../../../platform/db/statement.ts'
import { insertInto } from '../../../platform/db/table.ts'
import type { Transaction } from '../../../platform/db/transaction.ts'
import { codeHost, type CodeHostRow } from './tables.ts'

const list = statement<NoValues, CodeHostRow>(
  'code-host.list',
  `select ${codeHost.columns} from code_host where workspace_id = :workspace order by created_at, id`,
)
export const codeHosts = (tx: Transaction) => list(tx)

const find = statement<{ id: string }, CodeHostRow>(
  'code-host.find',
  `select ${codeHost.columns} from code_host where workspace_id = :workspace and id = :id`,
)
export const findCodeHost = async (tx: Transaction, id: string) =>
  validate(id) ? (await find(tx, { id })).at(0) : undefined

const hold = statement<{ id: string }, CodeHostRow>(
  'code-host.hold',
  `select ${codeHost.columns} from code_host where workspace_id = :workspace and id = :id for share`,
)
/** The same, and it is not removed until the transaction ends. */
export const holdCodeHost = async (tx: Transaction, id: string) => (await hold(tx, { id })).at(0)

const lock = statement<{ id: string }, CodeHostRow>(
  'code-host.lock',
  `select ${codeHost.columns} from code_host where workspace_id = :workspace and id = :id for update`,
)
export const lockCodeHost = async (tx: Transaction, id: string) =>
  validate(id) ? (await lock(tx, { id })).at(0) : undefined

const lockAll = statement(
  'code-host.lock-all',
  `select pg_advisory_xact_lock(hashtextextended('code hosts of ' || :workspace, 0))`,
)
/** One at a time adds connections to a workspace, so that they can be counted. */
export const lockCodeHosts = (tx: Transaction) => lockAll(tx)

interface NewCodeHost extends Omit<CodeHostRow, 'createdAt'> {
  readonly now: Date
  readonly userId: string
}
const insert = statement<NewCodeHost, CodeHostRow>(
  'code-host.insert',
  insertInto(
    codeHost,
    ['id', 'kind', 'name', 'baseUrl', 'keyVersion', 'ciphertext'],
    { workspaceId: ':workspace', createdAt: ':now', createdBy: ':userId' },
    `returning ${codeHost.columns}`,
  ),
)
export const insertCodeHost = async (tx: Transaction, row: NewCodeHost) => (await insert(tx, row))[0]!

const remove = statement<{ id: string }>(
  'code-host.delete',
  'delete from code_host where workspace_id = :workspace and id = :id',
)
/** Under `lockCodeHost`. */
export const removeCodeHost = (tx: Transaction, id: string) => remove(tx, { id })
