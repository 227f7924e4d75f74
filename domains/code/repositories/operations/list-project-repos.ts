import { handle } from '../../../../platform/handler/index.ts'
import { presentRepository } from '../../projects/index.ts'
import { repositoriesOf } from '../../repository-records/index.ts'
import { listProjectRepos } from '../contract.ts'

export default handle(listProjectRepos, async ({ tx, params, ok }) =>
  ok((await repositoriesOf(tx, [params.id])).map(presentRepository)),
)
