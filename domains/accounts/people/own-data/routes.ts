import { implement } from '../../../../platform/contract/index.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { people } from '../contract/own-data.ts'
import erasePerson from '../operations/erase-person.ts'
import exportPerson from '../operations/export-person.ts'

export default ({ database }: { readonly database: Database }) =>
  implement(people, { exportPerson: exportPerson(database), erasePerson })
