import { handle } from '../../../../platform/handler/index.ts'
import { listProjectSkills } from '../contract.ts'
import { presentSkill } from '../present.ts'
import { skillsOf } from '../store.ts'

export default handle(listProjectSkills, async ({ tx, params, ok }) =>
  ok((await skillsOf(tx, params.id)).map(presentSkill)),
)
